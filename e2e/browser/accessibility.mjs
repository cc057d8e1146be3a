/**
 * What a program can judge of a page for those who do not see it, or use no mouse (WCAG 2.2). Each runs in the browser by
 * itself and answers faults in words.
 */

/** Language, title, landmarks, headings. */
const structureFaults = () => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const levels = all('h1,h2,h3,h4,h5,h6').map(({ tagName }) => Number(tagName.slice(1)));
  const labels = all('nav').map((nav) => nav.getAttribute('aria-label'));
  const ids = all('[id]').map(({ id }) => id);
  const rules = {
    'the page says no language': document.documentElement.lang !== '',
    'the page has no title': document.title.trim() !== '',
    'the page does not fit small screens': document.querySelector('meta[name=viewport]') !== null,
    'there is not one main element': all('main').length === 1,
    'there is not one h1': levels.filter((level) => level === 1).length === 1,
    'a heading skips a level': levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1),
    'navigations are not told apart':
      labels.length < 2 || (labels.every(Boolean) && new Set(labels).size === labels.length),
    'an id is there twice': new Set(ids).size === ids.length,
    'a list has other children than li': all('ul,ol').every((list) =>
      [...list.children].every(({ tagName }) => tagName === 'LI'),
    ),
  };
  return Object.keys(rules).filter((fault) => !rules[fault]);
};

/** What has to have a name: images, frames, links, fields, buttons, languages. */
const namingFaults = () => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const textOf = (element) => element.textContent.trim();
  const nameOf = (link) => link.getAttribute('aria-label') || textOf(link) || link.querySelector('img')?.alt;
  const refersTo = (element, name) =>
    (element.getAttribute(name)?.split(' ') ?? []).map((id) => document.getElementById(id));
  const nameless = [
    ['an image without alt', all('img').filter((image) => !image.hasAttribute('alt'))],
    ['a frame without title', all('iframe').filter(({ title }) => title === '')],
    ['a link without text', all('a[href]').filter((link) => !nameOf(link))],
    ['a heading without text', all('h1,h2,h3,h4').filter((heading) => textOf(heading) === '')],
    ['a button without text', all('button').filter((button) => textOf(button) === '')],
    [
      'a field without label',
      all('input:not([type=hidden]),select,textarea').filter(({ labels }) => labels.length === 0),
    ],
    ['an unknown language', all('[lang]').filter(({ lang }) => !/^[a-z]{2,3}(-[A-Z]{2})?$/.test(lang))],
    ...['aria-labelledby', 'aria-describedby'].map((name) => [
      `${name} that names nothing`,
      all(`[${name}]`).filter((element) => refersTo(element, name).includes(null)),
    ]),
  ];
  return nameless.flatMap(([fault, elements]) =>
    elements.map(({ outerHTML }) => `${fault}: ${outerHTML.slice(0, 120)}`),
  );
};

/** Text that does not stand out from its ground: 4.5 to 1, large text 3 to 1. */
const contrastFaults = () => {
  const parse = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([red = 0, green = 0, blue = 0]) =>
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const groundOf = (element) => {
    if (element === null) return [255, 255, 255];
    const [red, green, blue, alpha = 1] = parse(getComputedStyle(element).backgroundColor);
    return alpha > 0 ? [red, green, blue] : groundOf(element.parentElement);
  };
  const contrastOf = (element) => {
    const ink = luminance(parse(getComputedStyle(element).color));
    const ground = luminance(groundOf(element));
    return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
  };
  const bearsText = (element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '') &&
    element.checkVisibility({ visibilityProperty: true });
  const needed = (element) => (Number.parseFloat(getComputedStyle(element).fontSize) >= 24 ? 3 : 4.5);
  return [...document.body.querySelectorAll('*')]
    .filter((element) => bearsText(element) && contrastOf(element) < needed(element))
    .map((element) => `a contrast of ${contrastOf(element).toFixed(2)}: ${element.outerHTML.slice(0, 120)}`);
};

export const checks = [structureFaults, namingFaults, contrastFaults];
