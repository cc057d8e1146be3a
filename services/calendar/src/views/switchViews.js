// Swaps views of the calendar without a reload. Its links and forms do the same by themselves; whatever fails here is left
// to them.
const VIEW = '[data-js=cal-view]';
const view = () => document.querySelector(VIEW);

let running;

/** What the address names of the view, without the place in it. */
const placeOf = () => location.pathname + location.search;
let at = placeOf();

const noncesOf = (root) => JSON.parse(root.querySelector('[data-js=cal-view-nonces]').textContent);

/** The markup of the view at an address of the site. */
const load = async (root, address, signal) => {
  const { tvn1, tvn2 } = noncesOf(root);
  const asked = new URL(root.dataset.rest);
  asked.search = new URLSearchParams({ u: address, tvn1, tvn2 });
  const answer = await fetch(asked, { signal, headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Error(`the view was answered ${answer.status}`);
  const { html } = await answer.json();
  return new DOMParser().parseFromString(html, 'text/html').querySelector(VIEW);
};

/** Puts a view in the place of another, and the reader at its heading or at what was picked of it. */
const show = (old, next, picked) => {
  const [before, heading] = [old.querySelector('h1').textContent, next.querySelector('h1')];
  document.title = document.title.replace(before, heading.textContent);
  old.replaceWith(next);
  const place = (picked ? next.querySelector('.chosen h2') : null) ?? heading;
  place.tabIndex = -1;
  place.focus({ preventScroll: place === heading });
};

/** Links of the page to itself in other languages lead to the view that is shown. */
const leadOn = (next) => {
  const versions = JSON.parse(next.dataset.versions);
  for (const link of document.querySelectorAll('a[hreflang]')) {
    const version = versions[link.hreflang];
    if (version !== undefined) link.href = version;
  }
};

const go = async (address, shown, picked = false) => {
  const root = view();
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  root.setAttribute('aria-busy', 'true');
  try {
    const next = await load(root, address, signal);
    if (signal.aborted) return;
    show(root, next, picked);
    leadOn(next);
    shown(next.dataset.address);
  } catch {
    if (!signal.aborted) location.assign(address);
  }
};

/** Goes to an address that the reader has chosen; the way back leads to where he was. */
const turn = (address, picked = false) => {
  const shown = (own) => {
    history.replaceState({ ...history.state, scroll: scrollY }, '');
    history.pushState({ view: true }, '', own);
    at = placeOf();
    if (!picked && view().getBoundingClientRect().top < 0) view().scrollIntoView();
  };
  return go(address, shown, picked);
};

/** The month with the day of a link below it, where the screen has room for no more. */
const pickedDay = (link) => {
  const chosen = view().querySelector('.chosen');
  if (!link.matches('.month .num') || chosen?.checkVisibility() !== true) return undefined;
  const address = new URL(view().dataset.address);
  address.searchParams.set('date', link.querySelector('time').dateTime);
  return address.href;
};

const isPlain = (event) =>
  event.button === 0 && !event.defaultPrevented && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

document.addEventListener('click', (event) => {
  const link = event.target.closest(`${VIEW} a[data-js=cal-link]`);
  if (link === null || !isPlain(event)) return;
  event.preventDefault();
  const picked = pickedDay(link);
  turn(picked ?? link.href, picked !== undefined);
});

document.addEventListener('submit', (event) => {
  const form = event.target.closest(`${VIEW} form[data-js=cal-form]`);
  if (form === null) return;
  event.preventDefault();
  const address = new URL(form.action);
  for (const [name, value] of new FormData(form)) if (value !== '') address.searchParams.set(name, value);
  turn(address.href);
});

addEventListener('popstate', (event) => {
  // a step to another place of the same view needs no other
  if (view() === null || placeOf() === at) return;
  at = placeOf();
  go(location.href, () => scrollTo(0, event.state?.scroll ?? 0));
});
