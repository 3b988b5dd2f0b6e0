package site

import (
	"maps"
	"slices"
	"strings"

	"sinew/pkg/hublog"
)

// makeRepo makes what changed of a repository, and keeps its records.
func (b *builder) makeRepo(r *repo) error {
	for _, name := range r.names() {
		if !r.touched[name] {
			continue
		}
		if err := b.makeReflex(r, name); err != nil {
			return err
		}
	}
	if len(r.touched) > 0 {
		if err := b.makeCollection(r); err != nil {
			return err
		}
	}
	return b.state.write(r.file(), r.text())
}

func (b *builder) makeReflex(r *repo, name hublog.Name) error {
	all := r.releases(name)
	read(b.trees, all)
	b.want(name, all)
	b.made++
	doc, entry := r.docs[name], entryOf(all)
	b.index.put(doc, entry)
	b.touchLetter(name, doc)
	if err := b.tell(name, all); err != nil {
		return err
	}
	to, moved := r.movedTo()
	page := newReflexView(entry, all)
	page.MovedTo, page.MovedOn = string(to), timeText(moved.Seen)
	return b.writeReflex(name, page)
}

// writeReflex writes a reflex's page, and that of its older versions where there
// are many.
func (b *builder) writeReflex(name hublog.Name, page *reflexView) error {
	data, err := b.pages.reflex(name, page)
	if err == nil {
		err = b.site.write(reflexPage(name), data)
	}
	if err != nil || len(page.Older) == 0 {
		return err
	}
	if data, err = b.pages.versions(name, page); err != nil {
		return err
	}
	return b.site.write(versionsPage(name), data)
}

// want notes the trees that are missing.
func (b *builder) want(name hublog.Name, all []*release) {
	delete(b.wanted, name)
	for _, l := range all {
		if !l.there {
			b.wanted.add(name, l.H1)
		}
	}
}

// tell puts a reflex's versions into the news.
func (b *builder) tell(name hublog.Name, all []*release) error {
	var made []news
	for _, l := range all {
		made = append(made, newsOf(l))
	}
	author := authorOf(name)
	old, err := b.newsOf(author)
	b.authors[author], b.news = merged(old, made), merged(b.news, made)
	return err
}

// newsOf are an author's news so far.
func (b *builder) newsOf(author string) ([]news, error) {
	if old, known := b.authors[author]; known || b.whole {
		return old, nil
	}
	data, err := b.state.read(stateFile("authors", author))
	if err != nil {
		return nil, err
	}
	return parseNews(data)
}

func (b *builder) makeCollection(r *repo) error {
	page := collectionView{Name: string(r.name), Add: addViews(r.names())}
	for _, name := range r.names() {
		e, err := b.index.entry(r.docs[name])
		if err != nil {
			return err
		}
		page.Reflexes = append(page.Reflexes, newRow(e))
	}
	slices.SortFunc(page.Reflexes, compareRows)
	data, err := b.pages.collection(r.name, page)
	if err != nil {
		return err
	}
	return b.site.write(collectionPage(r.name), data)
}

func (b *builder) touchLetter(name hublog.Name, doc int) {
	key := letterOf(name)
	if b.letters[key] == nil {
		b.letters[key] = &letter{key: key, changed: map[int]bool{}}
	}
	b.letters[key].changed[doc] = true
}

// makeLists makes the lists of the letters with something new, and the front
// page.
func (b *builder) makeLists() error {
	for _, key := range slices.Sorted(maps.Keys(b.letters)) {
		if err := b.makeLetter(b.letters[key]); err != nil {
			return err
		}
	}
	data, err := b.pages.home(b.now, b.news)
	if err != nil {
		return err
	}
	return b.site.write("index.html", data)
}

func (b *builder) makeLetter(l *letter) error {
	if err := b.oldLetter(l); err != nil {
		return err
	}
	l.add(b.added[l.key])
	pages := l.pages()
	for n, page := range pages {
		if !l.stale(page) {
			continue
		}
		if err := b.makeLetterPage(l.key, n, len(pages), page); err != nil {
			return err
		}
	}
	return b.state.write(l.file(), l.text())
}

// oldLetter puts into a letter's list what the last build had there.
func (b *builder) oldLetter(l *letter) error {
	if b.whole {
		return nil
	}
	text, err := b.state.read(l.file())
	if err != nil {
		return err
	}
	old, err := parseLetter(l.key, text)
	if err == nil {
		l.all = old.all
	}
	return err
}

func (b *builder) makeLetterPage(key string, n, of int, page []listed) error {
	view := letterView{Letter: key, Number: n + 1, Of: of}
	for _, one := range page {
		e, err := b.index.entry(one.doc)
		if err != nil {
			return err
		}
		view.Reflexes = append(view.Reflexes, newRow(e))
	}
	file := letterPage(key, n)
	data, err := b.pages.letter(file, view)
	if err != nil {
		return err
	}
	return b.site.write(file, data)
}

// makeFeeds writes the feeds of the authors with something new, and the one of
// all.
func (b *builder) makeFeeds() error {
	for _, author := range slices.Sorted(maps.Keys(b.authors)) {
		all := b.authors[author]
		file := feedOf(author)
		if err := b.site.write(file, b.feed(file, author, all)); err != nil {
			return err
		}
		if err := b.state.write(stateFile("authors", author), encodeNews(all)); err != nil {
			return err
		}
	}
	if err := b.state.write(newsName, encodeNews(b.news)); err != nil {
		return err
	}
	return b.site.write(feedFile, b.feed(feedFile, "", b.news))
}

// makeSearch writes the pieces of the search, and then the index.
func (b *builder) makeSearch() error {
	if err := b.pieces.update(b.index); err != nil {
		return err
	}
	if err := b.pieces.write(); err != nil {
		return err
	}
	return b.writeIndex()
}

// writeIndex writes the index before the file that names it, and removes the
// last one after that.
func (b *builder) writeIndex() error {
	data, hash := b.index.bytes()
	b.now.Index = hash
	if err := b.site.write(indexFile(hash), data); err != nil {
		return err
	}
	if err := b.site.write(latestFile, latestLine(hash, len(data), b.now.checkpoint)); err != nil {
		return err
	}
	if b.whole || b.was.Index == hash {
		return nil
	}
	return b.site.remove(indexFile(b.was.Index))
}

func (b *builder) makeAssets() error {
	if !b.whole {
		return nil
	}
	for _, file := range slices.Sorted(maps.Keys(b.pages.assets)) {
		if err := b.site.write("assets/"+file, b.pages.assets[file]); err != nil {
			return err
		}
	}
	return nil
}

// finish removes what is of no use any more, waits for the disk, and writes the
// state.
func (b *builder) finish() error {
	if err := b.state.write(wantedName, b.wanted.text()); err != nil {
		return err
	}
	if b.whole {
		if err := b.site.sweep(siteTops); err != nil {
			return err
		}
	}
	for _, dir := range []string{b.Site, b.State} {
		if err := settle(dir); err != nil {
			return err
		}
	}
	return b.now.end(b.state)
}

// compareRows sorts the reflexes of a collection by where they lie.
func compareRows(a, b row) int { return strings.Compare(a.Name, b.Name) }
