// Finds operations by all words that are typed, in their address, name and section. The pages work without it.
const search = document.querySelector('search');
const sought = document.querySelector('#sought');
const found = document.querySelector('#found');
const count = document.querySelector('#count');
const folder = new URL('.', document.querySelector('link[rel=stylesheet]').href);
const most = 30;
let entries;

search.hidden = false;
sought.addEventListener('input', show);
sought.addEventListener('focus', load, { once: true });
document.addEventListener('keydown', event => {
  if (event.key === '/' && !/^(INPUT|TEXTAREA)$/.test(event.target.tagName)) {
    event.preventDefault();
    sought.focus();
  }
});
search.addEventListener('keydown', event => {
  if (event.key !== 'Escape') return;
  sought.value = '';
  sought.focus();
  show();
});
// On a wide window the sections are always there; on a phone they are behind a button.
const sections = document.querySelector('nav details');
const wide = matchMedia('(min-width: 60rem)');
const unfold = () => {
  sections.open = wide.matches;
};
wide.addEventListener('change', unfold);
unfold();

async function load() {
  const response = await fetch(new URL('search.json', folder));
  entries = await response.json();
  show();
}

function show() {
  const words = sought.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.replaceChildren();
  count.textContent = '';
  if (words.length === 0 || !entries) return;
  const hits = entries.filter(entry => {
    const text = Object.values(entry).join(' ').toLowerCase();
    return words.every(word => text.includes(word));
  });
  count.textContent =
    hits.length === 0
      ? 'No operation has all of these words.'
      : hits.length === 1
        ? '1 operation'
        : `${hits.length} operations${hits.length > most ? `, of which ${most} are shown` : ''}`;
  found.append(...hits.slice(0, most).map(lineOf));
}

function lineOf({ place, address, summary }) {
  const line = document.createElement('li');
  const link = document.createElement('a');
  link.href = new URL(place, folder).href;
  link.textContent = summary;
  link.addEventListener('click', () => {
    sought.value = '';
    show();
  });
  const path = document.createElement('span');
  path.className = 'address';
  path.textContent = address;
  line.append(link, ' ', path);
  return line;
}
