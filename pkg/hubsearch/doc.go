// Package hubsearch is the search of the Hub as values: what the index says of
// a reflex, the words of a text, the ranking, and the pieces that the search
// page loads. Nothing here touches a disk, a network or the clock.
//
// # The index
//
// It is lines, one Entry each, by document number: the number of a reflex is
// the order in which the log first named it, so it never changes. `sinew
// search` reads the lines whole; a browser reads pieces of what follows from
// them, which are scripts, so that a page may load them from a disk too:
//
//	search/keys.js         hub.keys("6c69 7475 …")                  Keys
//	search/terms/<key>.js  hub.terms("6c69",{"light":[0,17,3,5]})   a TermPiece
//	search/docs/<n>.js     hub.docs(0,[{…},null,…])                 a DocPiece
//
// The key of a term is the hexadecimal UTF-8 of its first two characters, so
// all that a word of two characters or more can match is in one piece.
//
// # Ranking
//
// Words cuts a text and a query alike. A word of the query matches a term that
// is equal to it, and, where it has two characters or more, one that begins
// with it, which counts three quarters. A match is worth the term's weight in
// the document times its rarity, max(1, 20 - bits.Len(documents with the
// term)). The best match of each word counts. Documents that match more words
// of the query come first, then those of the higher score, then those that the
// log named earlier: nobody gets in front by the choice of a name.
//
// All of it is integers, and the rarity depends on the one term alone: a new
// reflex changes the pieces of its own terms and no others. assets/search.js of
// the site ranks the same way; a test holds the two together.
package hubsearch
