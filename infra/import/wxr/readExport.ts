import { type Source, UnreadableFileError } from '../textFile.ts';
import { channelElements, type XmlElement } from './channelElements.ts';

/**
 * The facts about a site export (WXR 1.2) before its posts are read: authors, terms, attachments, and the identities of
 * posts, without any texts.
 */
export interface ExportSurvey {
  readonly authors: readonly ExportedAuthor[];
  readonly categories: readonly ExportedTerm[];
  readonly tags: readonly ExportedTerm[];
  readonly posts: readonly PostName[];
  readonly attachments: readonly ExportedAttachment[];
  /** The number of items of each other kind, which this site does not support. */
  readonly others: ReadonlyMap<string, number>;
  readonly comments: number;
}

export interface ExportedAuthor {
  readonly login: string;
  readonly email: string;
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface ExportedTerm {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** The slug of the parent term; empty at the top. */
  readonly parent: string;
}

export interface ExportedPost {
  /** The id on the exporting site. */
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly slug: string;
  readonly status: string;
  /** `YYYY-MM-DD HH:MM:SS`, in the exporting site's zone and in UTC; the latter `0000-…` for drafts. */
  readonly date: string;
  readonly dateGmt: string;
  readonly password: string;
  readonly sticky: boolean;
  readonly format: string;
  readonly author: string;
  readonly commentStatus: string;
  readonly pingStatus: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  /** The id of the attachment that is the post's picture. */
  readonly thumbnail: string | undefined;
}

export interface ExportedAttachment {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly slug: string;
}

/** The members by which the post of an earlier run is found. */
export type PostName = Pick<ExportedPost, 'slug' | 'title' | 'date'>;

/**
 * Reads a site export once.
 * @throws UnreadableFileError for another kind of text
 */
export const surveyExport = async (source: Source): Promise<ExportSurvey> => {
  const survey = createSurvey();
  let isExport = false;
  for await (const element of channelElements(source)) {
    if (element.name === 'wp:wxr_version') isExport = true;
    survey.take(element);
  }
  if (!isExport) throw new UnreadableFileError('The file is no site export (WXR).');
  return survey.finished();
};

/** Yields the posts of a site export, in its order. */
export async function* postsOf(source: Source): AsyncGenerator<ExportedPost> {
  for await (const element of channelElements(source)) {
    if (element.name === 'item' && kindOf(element) === 'post') yield postOf(element);
  }
}

const createSurvey = () => {
  const authors: ExportedAuthor[] = [];
  const categories = new Terms('category');
  const tags = new Terms('post_tag');
  const posts: PostName[] = [];
  const attachments: ExportedAttachment[] = [];
  const others = new Map<string, number>();
  let comments = 0;
  const takeItem = (item: XmlElement): void => {
    categories.useIn(item);
    tags.useIn(item);
    comments += childrenOf(item, 'wp:comment').length;
    const kind = kindOf(item);
    if (kind === 'post') posts.push(nameOf(item));
    else if (kind === 'attachment') attachments.push(attachmentOf(item));
    else others.set(kind, (others.get(kind) ?? 0) + 1);
  };
  const taking = new Map<string, (element: XmlElement) => void>([
    ['item', takeItem],
    ['wp:author', (author) => authors.push(authorOf(author))],
    [
      'wp:category',
      (term) => categories.declare(termOf(term, 'category_nicename', 'cat_name', 'category_description')),
    ],
    ['wp:tag', (term) => tags.declare(termOf(term, 'tag_slug', 'tag_name', 'tag_description'))],
  ]);
  return {
    take: (element: XmlElement): void => taking.get(element.name)?.(element),
    finished: (): ExportSurvey => ({
      authors,
      categories: categories.all(),
      tags: tags.all(),
      posts,
      attachments,
      others,
      comments,
    }),
  };
};

/** The terms of a taxonomy: those that the file declares, and others that items have. */
class Terms {
  readonly #domain: string;
  readonly #declared = new Map<string, ExportedTerm>();
  readonly #used = new Map<string, ExportedTerm>();

  constructor(domain: string) {
    this.#domain = domain;
  }

  declare(term: ExportedTerm): void {
    this.#declared.set(term.slug, term);
  }

  useIn(item: XmlElement): void {
    for (const { slug, element } of bornBy(item, this.#domain))
      if (!this.#used.has(slug)) this.#used.set(slug, { slug, name: element.text, description: '', parent: '' });
  }

  all(): ExportedTerm[] {
    const undeclared = [...this.#used.values()].filter(({ slug }) => !this.#declared.has(slug));
    return [...this.#declared.values(), ...undeclared];
  }
}

const childrenOf = ({ children }: XmlElement, name: string): XmlElement[] =>
  children.filter((child) => child.name === name);

const text = ({ children }: XmlElement, name: string): string =>
  children.find((child) => child.name === name)?.text ?? '';

const kindOf = (item: XmlElement): string => text(item, 'wp:post_type');

const nameOf = (item: XmlElement): PostName => ({
  slug: text(item, 'wp:post_name'),
  title: text(item, 'title'),
  date: text(item, 'wp:post_date'),
});

const authorOf = (element: XmlElement): ExportedAuthor => ({
  login: text(element, 'wp:author_login'),
  email: text(element, 'wp:author_email'),
  name: text(element, 'wp:author_display_name'),
  firstName: text(element, 'wp:author_first_name'),
  lastName: text(element, 'wp:author_last_name'),
});

const termOf = (element: XmlElement, slug: string, name: string, description: string): ExportedTerm => ({
  slug: text(element, `wp:${slug}`),
  name: text(element, `wp:${name}`),
  description: text(element, `wp:${description}`),
  parent: text(element, 'wp:category_parent'),
});

const postOf = (item: XmlElement): ExportedPost => ({
  id: text(item, 'wp:post_id'),
  title: text(item, 'title'),
  content: text(item, 'content:encoded'),
  excerpt: text(item, 'excerpt:encoded'),
  slug: text(item, 'wp:post_name'),
  status: text(item, 'wp:status'),
  date: text(item, 'wp:post_date'),
  dateGmt: text(item, 'wp:post_date_gmt'),
  password: text(item, 'wp:post_password'),
  sticky: text(item, 'wp:is_sticky') === '1',
  format: slugsIn(item, 'post_format')[0]?.replace('post-format-', '') ?? 'standard',
  author: text(item, 'dc:creator'),
  commentStatus: text(item, 'wp:comment_status'),
  pingStatus: text(item, 'wp:ping_status'),
  categories: slugsIn(item, 'category'),
  tags: slugsIn(item, 'post_tag'),
  thumbnail: metaOf(item, '_thumbnail_id'),
});

/** Returns the terms of a taxonomy that an item has. */
const bornBy = (item: XmlElement, domain: string) =>
  childrenOf(item, 'category').flatMap((element) => {
    const slug = element.attributes.get('nicename');
    return element.attributes.get('domain') === domain && slug !== undefined ? [{ slug, element }] : [];
  });

const slugsIn = (item: XmlElement, domain: string): string[] => bornBy(item, domain).map(({ slug }) => slug);

const metaOf = (item: XmlElement, key: string): string | undefined => {
  const meta = childrenOf(item, 'wp:postmeta').find((each) => text(each, 'wp:meta_key') === key);
  return meta === undefined ? undefined : text(meta, 'wp:meta_value');
};

const attachmentOf = (item: XmlElement): ExportedAttachment => ({
  id: text(item, 'wp:post_id'),
  url: text(item, 'wp:attachment_url'),
  title: text(item, 'title'),
  slug: text(item, 'wp:post_name'),
});
