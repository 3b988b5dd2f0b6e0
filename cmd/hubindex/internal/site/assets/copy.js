// The copy buttons: each names the element whose text it copies, and is hidden
// where scripts do not run.
"use strict";

for (const button of document.querySelectorAll("button[data-copy]")) {
  const source = document.getElementById(button.dataset.copy);
  const status = button.parentElement.querySelector("[role=status]");
  button.hidden = false;
  button.addEventListener("click", async () => {
    status.textContent = await copy(source) ? "Copied" : "Not copied: select the line instead";
  });
}

// copy puts an element's text on the clipboard, for search.js as well, also where
// the page has no right to the clipboard's interface.
async function copy(source) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(source);
    return document.execCommand("copy");
  }
}
