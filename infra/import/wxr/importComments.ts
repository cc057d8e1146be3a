import type { Course } from '../course.ts';
import { inFlight } from '../inFlight.ts';
import type { Place } from '../place.ts';
import type { SiteClient } from '../siteClient.ts';
import type { ExportCounts } from './exportCounts.ts';
import type { ImportKeys } from './importKeys.ts';
import { parentsFirst } from './parentsFirst.ts';
import { commentKey, type ExportedComment, type ExportedRecord, type ExportSurvey } from './readExport.ts';
import { datesOf } from './recordBody.ts';

interface CommentPorts {
  readonly site: SiteClient;
  readonly keys: ImportKeys;
  readonly counts: ExportCounts;
  readonly course: Course;
  readonly place: Place;
  readonly width: number;
  readonly file: ExportSurvey;
  readonly records: AsyncIterable<ExportedRecord>;
  /** Ids of this site by the things of the file. */
  readonly ids: ReadonlyMap<string, number>;
  /** Ids of users by the login of the author, in lower case. */
  readonly authors: ReadonlyMap<string, number>;
  /** Reports a failure under a name, and goes on. */
  readonly guarded: (name: string, work: () => Promise<void>) => Promise<void>;
}

interface PlacedComment extends ExportedComment {
  readonly thing: string;
  readonly key: string;
}

const NAME = 'comments';

/**
 * Imports the comments of posts and pages. A comment that an earlier run has imported stays as it is on the site.
 * Comments without a place there are counted with the reason.
 */
export const importComments = async (ports: CommentPorts): Promise<void> => {
  const { records, width, course, file, authors } = ports;
  const accounts = new Map(file.authors.map(({ id, login }) => [id, authors.get(login.toLowerCase())]));
  accounts.delete('');
  const isStopped = (): boolean => course.stopped !== undefined;
  await inFlight(records, { width, isStopped }, (record) => importCommentsOf(record, ports, accounts));
};

const importCommentsOf = async (
  record: ExportedRecord,
  ports: CommentPorts,
  accounts: ReadonlyMap<string, number | undefined>,
): Promise<void> => {
  const { site, keys, counts, course, place, file, guarded } = ports;
  const post = ports.ids.get(record.thing);
  const placed: PlacedComment[] = [];
  for (const [index, comment] of record.comments.entries()) {
    const reason = obstacle(record, comment, post);
    const thing = `${record.thing}-comment-${index}`;
    if (reason === undefined) placed.push({ ...comment, thing, key: commentKey(file.site, comment.id || thing) });
    else counts.leave(NAME, reason);
  }
  if (placed.length === 0) return;
  const title = `${record.kind} ${record.id} “${record.title}”`;
  /** Ids of this site by the ids of the exporting site. */
  const made = new Map<string, number>();
  const bring = async ({ thing, key, ...comment }: PlacedComment, known: number | undefined): Promise<void> => {
    const parent = made.get(comment.parent) ?? 0;
    if (parent === 0 && !['', '0'].includes(comment.parent))
      counts.changed.push(`comment ${comment.id} of ${title} answers none: comment ${comment.parent} is not imported`);
    const body = { ...commentBody(comment, accounts.get(comment.userId)), post, parent };
    const id = known ?? (await site.request<{ id: number }>('POST', '/core/v2/comments', body, place.keyOf(thing))).id;
    made.set(comment.id, id);
    if (known !== undefined) return;
    place.acknowledge(thing, { id, mark: '' });
    await keys.add([key], id);
    counts.count(NAME, 'created');
  };
  await guarded(`comments of ${title}`, async () => {
    const stored = await keys.lookUp(placed.map(({ key }) => key));
    for (const comment of parentsFirst(placed)) {
      if (course.stopped !== undefined) return;
      const known = stored.get(comment.key);
      if (known !== undefined) counts.count(NAME, 'unchanged');
      const earlier = known ?? place.idOf(comment.thing);
      // An interrupted run may have left it without its key.
      if (known === undefined && earlier !== undefined) await keys.add([comment.key], earlier);
      await guarded(`comment ${comment.id} of ${title}`, () => bring(comment, earlier));
    }
  });
};

/** Returns the reason why a comment has no place on the site; undefined if it has one. */
const obstacle = (
  { kind, status }: ExportedRecord,
  { type, content }: ExportedComment,
  post: number | undefined,
): string | undefined => {
  if (kind !== 'post' && kind !== 'page') return `${kind}s have no comments`;
  if (post === undefined) return 'their post or page is not imported';
  if (status === 'trash') return 'their post or page is in the trash';
  if (type !== '' && type !== 'comment') return `their type is ${type}`;
  return content === '' ? 'they have no text' : undefined;
};

const STATUSES: ReadonlyMap<string, string> = new Map([
  ['1', 'approve'],
  ['spam', 'spam'],
  ['trash', 'trash'],
]);

const commentBody = (comment: ExportedComment, account: number | undefined): object => ({
  imported: true,
  content: comment.content,
  status: STATUSES.get(comment.status) ?? 'hold',
  ...datesOf(comment),
  author: account ?? 0,
  // The name and the address of an account are those of this site.
  ...(account === undefined && {
    author_name: comment.authorName,
    author_email: comment.authorEmail,
    author_url: comment.authorUrl,
  }),
});
