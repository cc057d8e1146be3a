import { dirname, join, normalize } from 'node:path';

const HEADING = /^# (.+)\n+/m;
const LINK = /(?<!!)\[(?<label>[^\]]*)\]\((?<target>[^)\s]+)\)/g;
const PICTURE = /!\[[^\]]*\]\((?!https?:)[^)]*\)/g;
const FENCE = /^(```[\s\S]*?^```)$/gm;

/** The path of a page on the site: a README is the page of its folder. */
const slugOf = (path) => {
  const slug = path
    .toLowerCase()
    .replace(/\.md$/, '')
    .replace(/(^|\/)readme$/, '$1')
    .replace(/\/$/, '')
    .replaceAll('.', '');
  return slug === '' ? '' : slug;
};

/** Returns the address of a link on the site; undefined for a file that is no page. */
const addressOf = (path, target, isPage) => {
  if (/^[a-z]+:/i.test(target)) return target;
  const [file, anchor] = target.split('#', 2);
  const fragment = anchor === undefined ? '' : `#${anchor}`;
  if (file === '') return fragment;
  const named = normalize(join(dirname(path), file)).replace(/\/$/, '');
  const page = [named, join(named, 'README.md')].find(isPage);
  if (page === undefined) return undefined;
  const slug = slugOf(page);
  return `/${slug}${slug === '' ? '' : '/'}${fragment}`;
};

/** Applies a change to the text outside fenced blocks. */
const outsideBlocks = (text, change) =>
  text
    .split(FENCE)
    .map((part, place) => (place % 2 === 0 ? change(part) : part))
    .join('');

/**
 * Returns a page of the repository as the site takes it. A link to a file that is no page becomes its label.
 * @param path from the root of the repository
 * @param isPage true for the path of another page
 */
export const pageOf = (path, source, isPage) => {
  const title = HEADING.exec(source)?.[1] ?? path;
  const body = outsideBlocks(source.replace(HEADING, ''), (text) =>
    text.replaceAll(PICTURE, '').replaceAll(LINK, (_link, label, target) => {
      const address = addressOf(path, target, isPage);
      return address === undefined ? label : `[${label}](${address})`;
    }),
  );
  const slug = slugOf(path);
  const plainTitle = title.replaceAll(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1');
  const head = ['---', `title: ${JSON.stringify(plainTitle)}`, ...(slug === '' ? [] : [`slug: ${slug}`]), '---'];
  return { file: slug === '' ? 'index.md' : `${slug}.md`, text: `${head.join('\n')}\n\n${body}` };
};
