import { Parser } from 'htmlparser2';

type Attributes = Readonly<Record<string, string>>;

/** Title, links and meta elements in the head of a page. */
export interface PageHead {
  /** Title with decoded character entities. */
  readonly title: string;
  readonly links: readonly Attributes[];
  readonly metas: readonly Attributes[];
}

/** Elements of the head; any other element starts the body, with or without a body tag. */
const IN_HEAD = new Set(['html', 'head', 'title', 'meta', 'link', 'base', 'script', 'style', 'noscript', 'template']);

/**
 * Parses the head of a page, and no further.
 * @param html the beginning of the page
 */
export const readPageHead = (html: string): PageHead => {
  const links: Attributes[] = [];
  const metas: Attributes[] = [];
  const titles: string[] = [];
  let inTitle = false;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (!IN_HEAD.has(name)) return parser.pause();
      if (name === 'link') links.push(attributes);
      if (name === 'meta') metas.push(attributes);
      inTitle = name === 'title';
    },
    ontext: (text) => {
      if (inTitle) titles.push(text);
    },
    onclosetag: (name) => {
      inTitle = false;
      if (name === 'head') parser.pause();
    },
  });
  parser.write(html);
  parser.reset();
  return { title: titles.join(''), links, metas };
};
