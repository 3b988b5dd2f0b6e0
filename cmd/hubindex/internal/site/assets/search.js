// Search as you type over the Hub's index, without a server: the index comes in
// pieces, which are scripts, so it works from a disk as well.
//
// What the page holds:
//
//   <script src="…/assets/copy.js" defer></script>      whose copy is called here
//   <script src="…/assets/search.js" defer></script>
//   <form id="search" role="search" hidden>    shown here; without scripts there is no search
//     <label for="q">…</label> <input id="q" type="search" autocomplete="off">
//   </form>
//   <div id="results"></div>                   filled here
//   <div id="browse">…</div>                   what is shown while nothing is searched
//
// Only #q and #results must be there. The pieces are in search/ beside assets/,
// as package hubsearch of the program writes them: keys.js, terms/<key>.js,
// docs/<n>.js. A piece that is missing holds nothing, and is asked for again by
// the next search.
//
// #results gets a <p role="status">, which says how many were found, and a list
// of links. Down and Up go through the links from the input and back, Enter in
// the input goes to the first one, Escape goes back. The query is in the
// address, as ?q=.
//
// Words, weights and ranking are those of package hubsearch, to the last digit:
// whoever changes one changes both.
"use strict";

(() => {
  const SHOWN = 20; // results in the list
  const DOCS_A_PIECE = 64;
  const MAX_WORDS = 16; // of a query
  const MAX_LETTERS = 40; // of a word
  const STOPS = new Set(("a an and are as at be by for from i in is it its me my of on or that the this to with " +
    "you your").split(" "));

  // Words.

  const DROPPED = new RegExp("[\\u0300-\\u036f\\u00ad\\u061c\\u115f\\u1160\\u180e\\u3164\\ufeff\\uffa0\\u200b-\\u200f" +
    "\\u2060-\\u206f\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}]", "u");
  const LETTER = /[\p{L}\p{N}]/u;
  const MARK = /\p{M}/u;
  const ALONE = /[\u2e80-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u;

  // Each character alone: the lower case of a sigma depends on its neighbours.
  function foldOne(c) {
    if (DROPPED.test(c)) return "";
    return c === "ς" ? "σ" : c.toLowerCase();
  }

  function fold(text) {
    return Array.from(text.normalize("NFKD"), foldOne).join("").normalize("NFC");
  }

  function runs(text) {
    const all = [];
    let run = [];
    const end = () => {
      if (run.length) all.push(run.slice(0, MAX_LETTERS).join(""));
      run = [];
    };
    for (const c of text) {
      const letter = LETTER.test(c);
      if (letter && ALONE.test(c)) {
        end();
        all.push(c);
      } else if (letter || (run.length && MARK.test(c))) run.push(c);
      else end();
    }
    end();
    return all;
  }

  function singular(word) {
    const stem = word.slice(0, -1);
    return word.endsWith("s") && Array.from(stem).length >= 3 && !/[sui]$/.test(stem) ? stem : word;
  }

  function words(text) {
    return runs(fold(text)).filter((run) => !STOPS.has(run)).map(singular);
  }

  function queryWords(query) {
    const start = Array.from(query).slice(0, 1000).join("");
    return Array.from(new Set(words(start))).slice(0, MAX_WORDS);
  }

  // Ranking.

  // The key of the piece that holds a term.
  function key(term) {
    const bytes = new TextEncoder().encode(Array.from(term).slice(0, 2).join(""));
    return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  }

  const rarity = (documents) => Math.max(1, 20 - (32 - Math.clz32(documents)));

  // The best match of a word in each document: its score by document number.
  function best(word, terms) {
    const scores = new Map();
    const prefix = Array.from(word).length >= 2;
    for (const [term, list] of Object.entries(terms)) {
      if (term !== word && !(prefix && term.startsWith(word))) continue;
      const rare = rarity(list.length / 2);
      for (let i = 0; i < list.length; i += 2) {
        let score = list[i + 1] * rare;
        if (term !== word) score = Math.floor(score * 3 / 4);
        scores.set(list[i], Math.max(scores.get(list[i]) || 0, score));
      }
    }
    return scores;
  }

  // The documents that match a query, the best first. terms gives the terms of
  // a key.
  function rank(query, terms) {
    const hits = new Map();
    for (const word of queryWords(query)) {
      for (const [doc, score] of best(word, terms(key(word)))) {
        const hit = hits.get(doc) || { doc, matched: 0, score: 0 };
        hit.matched++;
        hit.score += score;
        hits.set(doc, hit);
      }
    }
    return Array.from(hits.values()).sort((a, b) => b.matched - a.matched || b.score - a.score || a.doc - b.doc);
  }

  if (typeof document === "undefined") { // the test of the ranking
    module.exports = { words, key, rank };
    return;
  }

  // Pieces.

  const site = new URL("..", document.currentScript.src);
  const termPieces = new Map(); // by key
  const docPieces = new Map(); // by number
  const loads = new Map(); // what was asked for, by file
  let keys = null; // those of all pieces of terms; null while they are not known

  globalThis.hub = {
    keys: (all) => { keys = new Set(all.split(" ")); },
    terms: (name, terms) => termPieces.set(name, terms),
    docs: (number, rows) => docPieces.set(number, rows),
  };

  // load resolves when the file was run, or could not be.
  function load(file) {
    if (!loads.has(file)) loads.set(file, new Promise((done) => {
      const script = document.createElement("script");
      script.src = new URL("search/" + file, site);
      script.onload = done;
      script.onerror = () => {
        loads.delete(file);
        done();
      };
      document.head.append(script);
    }));
    return loads.get(file);
  }

  async function search(query) {
    await load("keys.js");
    const wanted = queryWords(query).map(key).filter((k) => !keys || keys.has(k));
    await Promise.all(wanted.map((k) => load("terms/" + k + ".js")));
    const hits = rank(query, (k) => termPieces.get(k) || {});
    const first = hits.slice(0, SHOWN).map((hit) => hit.doc);
    const piece = (doc) => Math.floor(doc / DOCS_A_PIECE);
    await Promise.all(first.map((doc) => load("docs/" + piece(doc) + ".js")));
    const row = (doc) => (docPieces.get(piece(doc)) || [])[doc % DOCS_A_PIECE];
    return { count: hits.length, rows: first.map(row).filter(Boolean) };
  }

  // The page. Texts of the index only ever become text nodes.

  const input = document.getElementById("q");
  const results = document.getElementById("results");
  if (!input || !results) return;
  const form = document.getElementById("search");
  const browse = document.getElementById("browse");
  const list = make("ol", "found");
  const status = make("p", "status");
  status.setAttribute("role", "status");
  results.removeAttribute("aria-live"); // the status alone is read out, not each list
  results.replaceChildren(status, list);

  function make(tag, className, ...children) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    element.append(...children);
    return element;
  }

  function touches(row) {
    const needs = row.needs || {};
    const parts = ["reads", "writes", "hosts", "runs"].filter((k) => needs[k] && needs[k].length)
      .map((k) => k + " " + needs[k].join(", "));
    if (!row.does && !parts.length) return "its manifest was not read";
    return parts.length ? "needs " + parts.join(" · ") : "needs nothing";
  }

  // A line for a shell, which takes some characters of an address for its own.
  function addLine(row) {
    const plain = /^[\w@%+=:,./#-]+$/.test(row.ref);
    return "sinew add " + (plain ? row.ref : "'" + row.ref.replaceAll("'", "'\\''") + "'");
  }

  function copyButton(row, code) {
    const button = make("button", "copy", "Copy");
    button.type = "button";
    button.setAttribute("aria-label", "Copy the add line of " + row.name);
    button.addEventListener("click", async () => {
      status.textContent = await copy(code) ? "Copied: " + code.textContent : "Not copied: select the line instead";
    });
    return button;
  }

  function item(row) {
    const link = make("a", "", row.name);
    link.href = new URL(row.page, site);
    const code = make("code", "", addLine(row));
    const one = make("li", "result",
      make("p", "name", link, " ", make("span", "version", row.version)),
      make("p", "does", row.does || ""),
      make("p", "touches", make("span", "effect " + row.effect, row.effect), " · ", touches(row)));
    if (row.retracted) one.append(make("p", "retracted", "Retracted: " + row.retracted));
    if (row.signer) one.append(make("p", "signer", "Signed by " + row.signer));
    one.append(make("p", "add", code, " ", copyButton(row, code)));
    return one;
  }

  function said(count) {
    if (count === 0) return "Nothing found";
    const found = count === 1 ? "1 reflex found" : count + " reflexes found";
    return count > SHOWN ? found + ", the first " + SHOWN + " are shown" : found;
  }

  let asked = 0; // a search that is overtaken shows nothing

  async function show() {
    const query = input.value.trim();
    const mine = ++asked;
    remember(query);
    if (browse) browse.hidden = query !== "";
    if (query === "") {
      status.textContent = "";
      list.replaceChildren();
      return;
    }
    const { count, rows } = await search(query);
    if (mine !== asked) return;
    list.replaceChildren(...rows.map(item));
    status.textContent = said(count);
  }

  function remember(query) {
    const here = new URL(location.href);
    if (query) here.searchParams.set("q", query);
    else here.searchParams.delete("q");
    try {
      history.replaceState(null, "", here);
    } catch { /* some browsers keep a file's address as it is */ }
  }

  function links() {
    return Array.from(list.querySelectorAll(".name a"));
  }

  // go moves the focus through the input and the links; at the end it stays.
  function go(step) {
    const stops = [input, ...links()];
    const item = document.activeElement.closest("li");
    const at = item ? stops.indexOf(item.querySelector(".name a")) : 0;
    const next = stops[at + step];
    if (next) next.focus();
    return Boolean(next);
  }

  function onKey(event) {
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const typing = event.target === input;
    let moved = false;
    if (event.key === "ArrowDown" || (event.key === "Enter" && typing)) moved = go(1);
    else if (event.key === "ArrowUp" && !typing) moved = go(-1);
    else if (event.key === "Escape" && !typing) {
      input.focus();
      moved = true;
    }
    if (moved) event.preventDefault();
  }

  input.addEventListener("input", show);
  input.addEventListener("keydown", onKey);
  results.addEventListener("keydown", onKey);
  if (form) {
    form.addEventListener("submit", (event) => event.preventDefault());
    form.hidden = false;
  }
  if (!input.value) input.value = new URLSearchParams(location.search).get("q") || "";
  if (input.value) show();
})();
