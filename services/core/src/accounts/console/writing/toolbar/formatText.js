// Buttons above texts that are HTML: what is selected is put between tags. Texts are written without it just as well.
const { label, names } = JSON.parse(document.querySelector('[data-js="admin/format"]').textContent);

const WRAPS = new Map([
  ['bold', ['<strong>', '</strong>']],
  ['italic', ['<em>', '</em>']],
  ['heading', ['<h2>', '</h2>']],
  ['quote', ['<blockquote>', '</blockquote>']],
]);
const BLOCKS = new Set(['heading', 'list', 'quote']);

/** Puts a text in place of a part, as if it had been typed: what the browser can undo stays. */
const replace = (area, [start, end], text) => {
  area.focus();
  area.setSelectionRange(start, end);
  const isDone = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  if (isDone) return;
  area.setRangeText(text, start, end, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Line ends that keep a block apart from what is before and behind it. */
const apart = ({ value }, [start, end]) => {
  const isFirst = start === 0 || value[start - 1] === '\n';
  const isLast = end === value.length || value[end] === '\n';
  return [isFirst ? '' : '\n', isLast ? '' : '\n'];
};

/** @returns the text in place of what is selected, with where the part of it is that is selected then */
const listOf = (selected) => {
  const lines = selected.split('\n').filter((line) => line.trim() !== '');
  const items = (lines.length === 0 ? [''] : lines).map((line) => `<li>${line.trim()}</li>`);
  const text = `<ul>\n${items.join('\n')}\n</ul>`;
  const [from, to] = ['<ul>\n<li>'.length, '</li>\n</ul>'.length];
  return [text, from, text.length - to];
};

const linkTo = (selected) => {
  const isAddress = /^(https?:\/\/|mailto:)\S+$/i.test(selected.trim());
  const before = `<a href="${isAddress ? selected.trim().replaceAll('"', '%22') : ''}">`;
  const text = `${before}${selected}</a>`;
  if (isAddress) return [text, before.length, before.length + selected.length];
  const address = '<a href="'.length;
  return [text, address, address];
};

const wrapped = (selected, [open, close]) => [`${open}${selected}${close}`, open.length, open.length + selected.length];

const made = (kind, selected) => {
  if (kind === 'list') return listOf(selected);
  return kind === 'link' ? linkTo(selected) : wrapped(selected, WRAPS.get(kind));
};

/** Takes the tags away that what is selected stands between already. */
const unwrapped = (area, [open, close]) => {
  const { selectionStart: start, selectionEnd: end, value } = area;
  const isBetween = value.slice(0, start).endsWith(open) && value.slice(end).startsWith(close);
  if (!isBetween) return false;
  const from = start - open.length;
  replace(area, [from, end + close.length], value.slice(start, end));
  area.setSelectionRange(from, from + end - start);
  return true;
};

const format = (area, kind) => {
  if (WRAPS.has(kind) && unwrapped(area, WRAPS.get(kind))) return;
  const { selectionStart: start, selectionEnd: end, value } = area;
  const [before, behind] = BLOCKS.has(kind) ? apart(area, [start, end]) : ['', ''];
  const [text, from, to] = made(kind, value.slice(start, end));
  replace(area, [start, end], before + text + behind);
  const offset = start + before.length;
  area.setSelectionRange(offset + from, offset + to);
};

/** The one button that the Tab key stops at. */
const stopAt = (buttons, button) => {
  for (const each of buttons) each.tabIndex = each === button ? 0 : -1;
};

/** The button that a key leads to from another, around the ends. */
const nextTo = (buttons, { key, target }) => {
  const at = buttons.indexOf(target);
  const isFromRight = getComputedStyle(target).direction === 'rtl';
  if (key === (isFromRight ? 'ArrowLeft' : 'ArrowRight')) return buttons.at((at + 1) % buttons.length);
  if (key === (isFromRight ? 'ArrowRight' : 'ArrowLeft')) return buttons.at(at - 1);
  if (key === 'Home') return buttons.at(0);
  return key === 'End' ? buttons.at(-1) : undefined;
};

const rove = (buttons, event) => {
  const next = nextTo(buttons, event);
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
};

const buttonOf = (area, [kind, name]) => {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'second';
  button.textContent = name;
  button.addEventListener('click', () => format(area, kind));
  return button;
};

for (const area of document.querySelectorAll('textarea[data-js=html]')) {
  const buttons = Object.entries(names).map((each) => buttonOf(area, each));
  const toolbar = document.createElement('span');
  toolbar.className = 'toolbar';
  for (const [name, value] of [
    ['role', 'toolbar'],
    ['aria-label', label],
    ['aria-controls', area.id],
  ])
    toolbar.setAttribute(name, value);
  toolbar.append(...buttons);
  toolbar.addEventListener('keydown', (event) => rove(buttons, event));
  toolbar.addEventListener('focusin', (event) => stopAt(buttons, event.target));
  stopAt(buttons, buttons[0]);
  area.before(toolbar);
}
