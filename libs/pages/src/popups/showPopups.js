// Shows the popups that are meant for the page, one at a time, and says that they were opened and what they brought.
const told = JSON.parse(document.querySelector('[data-js="popups/show"]').textContent);
const headers = told.nonce === undefined ? {} : { 'X-Core-Nonce': told.nonce };

const DAYS = { day: 1, week: 7, month: 30, once: Number.POSITIVE_INFINITY };
const keyOf = ({ id }) => `almanac-popup-${id}`;

// storage that is blocked keeps nothing: the popup shows again
const stored = (use) => {
  try {
    return use();
  } catch {
    return null;
  }
};

const wasSeen = (popup) => {
  if (popup.frequency === 'always') return false;
  if (popup.frequency === 'session') return stored(() => sessionStorage.getItem(keyOf(popup))) !== null;
  const seen = stored(() => localStorage.getItem(keyOf(popup)));
  return seen !== null && Date.now() - Number(seen) < DAYS[popup.frequency] * 86_400_000;
};

const remember = (popup) => {
  const now = String(Date.now());
  stored(() => sessionStorage.setItem(keyOf(popup), now));
  stored(() => localStorage.setItem(keyOf(popup), now));
};

// kept alive, so that a visitor who leaves by a link is counted
const count = (event, { id }) =>
  fetch(`${told.analytics}?${new URLSearchParams({ event, pid: id })}`, { keepalive: true }).catch(() => undefined);

const elementOf = (name, attributes = {}, text = '') => {
  const element = Object.assign(document.createElement(name), attributes);
  if (text !== '') element.textContent = text;
  return element;
};

/** A selector that is none finds nothing. */
const isWithin = (target, selector) => {
  try {
    return target instanceof Element && target.closest(selector) !== null;
  } catch {
    return false;
  }
};

const dialogOf = (popup) => {
  const titleId = `popup-title-${popup.id}`;
  const dialog = elementOf('dialog', { className: 'popup' });
  dialog.setAttribute('aria-labelledby', titleId);
  const form = elementOf('form', { method: 'dialog' });
  form.append(elementOf('button', { className: 'second' }, told.close));
  // the interface has cleaned it, and the page's policy runs no script of it
  const content = elementOf('div', { className: 'content', innerHTML: popup.content });
  dialog.append(elementOf('h2', { id: titleId, tabIndex: -1, autofocus: true }, popup.title), content, form);
  content.addEventListener(popup.goal.on, (event) => {
    if (isWithin(event.target, popup.goal.selector)) count('conversion', popup);
  });
  return dialog;
};

/** Opens a popup unless another is open; the browser keeps the focus in it, and Escape closes it. */
const open = (popup) => {
  if (document.querySelector('dialog[open]') !== null || wasSeen(popup)) return false;
  const before = document.activeElement;
  const dialog = dialogOf(popup);
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    openNext();
  });
  document.body.append(dialog);
  dialog.showModal();
  remember(popup);
  count('open', popup);
  return true;
};

/** Popups whose moment came while another was open. */
const waiting = [];
const openNext = () => {
  while (waiting.length > 0 && !open(waiting.shift()));
};
const openAfter = (popup) =>
  setTimeout(() => {
    waiting.push(popup);
    if (document.querySelector('dialog[open]') === null) openNext();
  }, popup.trigger.delay);

/** How much of what can be scrolled was scrolled by, in percent; a page that fits is seen whole. */
const depth = () => {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight <= clientHeight ? 100 : (100 * scrollY) / (scrollHeight - clientHeight);
};

/** Calls once when something happens that fits. */
const when = (target, type, fits, call) => {
  const listener = (event) => {
    if (!fits(event)) return;
    target.removeEventListener(type, listener);
    call();
  };
  target.addEventListener(type, listener);
};

const arm = (popup) => {
  const { on, depth: wanted, selector } = popup.trigger;
  const later = () => openAfter(popup);
  if (on === 'scroll' && depth() < wanted) return when(window, 'scroll', () => depth() >= wanted, later);
  // towards the tabs and the address
  if (on === 'exit') return when(document.documentElement, 'mouseleave', ({ clientY }) => clientY <= 0, later);
  if (on === 'click') return when(document, 'click', ({ target }) => isWithin(target, selector), later);
  later();
};

const answer = await fetch(told.active, { headers: { Accept: 'application/json', ...headers } });
if (answer.ok) for (const popup of await answer.json()) if (!wasSeen(popup)) arm(popup);
