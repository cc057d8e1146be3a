import type { Course } from '../import/course.ts';
import { inFlight } from '../import/inFlight.ts';
import { RefusedError, UnreachableError, type UploadingClient } from '../import/siteClient.ts';
import { unknownLanguage } from '../import/wxr/planRecords.ts';
import { digestOf, type Mark, type Marks } from './marks.ts';
import { type ConvertedRecord, type MoveKind, type OldRecord, rawOf } from './moveKinds.ts';
import type { MoveReport } from './moveReport.ts';
import type { OldLanguage, OldLanguages } from './oldLanguages.ts';
import { listsHere, oldRecords, queryIn } from './oldRecords.ts';
import { type OldSite, OldSiteError } from './oldSite.ts';
import type { IdMode, References } from './references.ts';
import { Versions } from './versions.ts';

/** A record of this site as it answers. */
export type NewRecord = { readonly id: number } & Readonly<Record<string, unknown>>;

export interface MovePorts {
  readonly old: OldSite;
  readonly site: UploadingClient;
  readonly marks: Marks;
  readonly references: References;
  readonly mode: IdMode;
  readonly report: MoveReport;
  readonly course: Course;
  /** The number of concurrent requests to this site. */
  readonly width: number;
  /** True to count only, and to write nothing. */
  readonly isDryRun: boolean;
  /** The default language first. */
  readonly languages: OldLanguages;
  readonly onProgress: (kind: string, done: number, total: number) => void;
}

/** The ways in which a kind differs from the others. */
export interface KindSteps {
  /** Returns a record that was here before the move and counts as the same; it stays as it is. */
  readonly existing?: (old: OldRecord) => NewRecord | undefined;
  /** Creates a record. Default: a POST with its members. @param key an idempotency key */
  readonly create?: (old: OldRecord, converted: ConvertedRecord, moved: object, key: string) => Promise<NewRecord>;
  /** Completes a record that was created or changed. */
  readonly complete?: (moving: RecordMove) => Promise<CompleteRecord>;
  /** Adds members to the records of a page of the old site. */
  readonly enrich?: (page: readonly OldRecord[], language: OldLanguage) => Promise<readonly OldRecord[]>;
  /** Notes a record that is here, changed or not. */
  readonly note?: (old: OldRecord, here: NewRecord) => void;
}

export interface RecordMove {
  readonly old: OldRecord;
  readonly converted: ConvertedRecord;
  /** The record as this site answered. */
  readonly record: NewRecord;
  /** The newest revision that was moved before; 0 for none. */
  readonly revision: number;
  readonly isNew: boolean;
}

export interface CompleteRecord {
  readonly record: NewRecord;
  readonly revision: number;
}

type Headers = Readonly<Record<string, string>>;

const PAGE_SIZE = 100;
const MOVED_HEADER = 'x-core-moved';

/** Returns the header value as JSON of ASCII letters alone. */
const asciiJson = (value: object): string =>
  JSON.stringify(value).replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Returns the header that names the record of the old site that a request copies. */
export const movedHeaders = (from: string, moved: object = {}): Headers => ({
  [MOVED_HEADER]: asciiJson({ from, ...moved }),
});

/** Returns a member as it is compared: a text as stored, and a list of ids in any order. */
const comparable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.toSorted();
  return typeof value === 'object' && value !== null && 'raw' in value ? rawOf(value) : value;
};

/** Members by which an edit on this site shows; a kind lacks those of others. */
const COMPARED = [
  ...['title', 'content', 'excerpt', 'slug', 'status', 'password', 'date', 'author', 'featured_media', 'meta'],
  ...['comment_status', 'ping_status', 'template', 'format', 'sticky', 'categories', 'tags', 'cal_events_cat'],
  ...['parent', 'menu_order', 'name', 'description', 'caption', 'alt_text', 'author_name', 'author_email'],
  ...['first_name', 'last_name', 'email', 'url', 'nickname', 'roles', 'locations', 'auto_add', 'menus', 'type'],
  ...['object', 'object_id', 'target', 'classes', 'xfn', 'attr_title'],
];

/** Marks a record whose move was interrupted, or whose former was deleted: it is sent again. */
const UNSETTLED: ReadonlySet<string> = new Set(['-', '']);

/** The stored digest of a record that was here before the move. Others refer to it; it is never changed or removed. */
const SHARED = '=';

/** True if this site answered that it has no such record, or no more. */
const isGone = (error: unknown): boolean => error instanceof RefusedError && [404, 410].includes(error.status);

const sentDigest = ({ body, moved, isTrash, flags = {} }: ConvertedRecord): string =>
  digestOf([body, moved, isTrash, flags]);

const storedDigest = ({ comparedOf }: MoveKind, record: NewRecord): string => {
  const compared = comparedOf === undefined ? record : comparedOf(record);
  return digestOf(COMPARED.map((name) => comparable(compared[name]) ?? null));
};

const withNew = (converted: ConvertedRecord, more: object): ConvertedRecord => ({
  ...converted,
  newBody: { ...converted.newBody, ...more },
});

/** Moves the records of a kind: creates new ones, changes those that changed on the old site, and removes others. */
export class KindMover {
  readonly #kind: MoveKind;
  readonly #ports: MovePorts;
  readonly #steps: KindSteps;
  readonly #seen = new Set<number>();
  /** Records that refer to others which were not here when they were sent, by their language. */
  readonly #incomplete = new Map<OldLanguage, number[]>();
  readonly #versions: Versions;
  #done = 0;

  constructor(kind: MoveKind, ports: MovePorts, steps: KindSteps = {}) {
    this.#kind = kind;
    this.#ports = ports;
    this.#steps = steps;
    this.#versions = new Versions(kind, ports);
  }

  /** Moves all records. A list that the old site does not show is reported. */
  async run(): Promise<void> {
    const { old, course, report, languages } = this.#ports;
    const { name } = this.#kind;
    try {
      for await (const { records, total, language } of oldRecords(this.#kind, old, languages.known)) {
        const page = (await this.#steps.enrich?.(records, language)) ?? records;
        await this.#page(page, language, total ?? this.#done + page.length);
        if (course.stopped !== undefined) return;
      }
      await this.#reportUnknownLanguages();
    } catch (error) {
      if (!(error instanceof OldSiteError)) throw error;
      // without the whole list, nothing shows what the old site has deleted
      report.left.push(`${name}: ${error.message}`);
      return;
    }
    await this.#removeDeleted();
  }

  /** Sends records again that refer to others, once those are here. */
  async complete(): Promise<void> {
    if (this.#ports.isDryRun) return;
    for (const [language, ids] of this.#incomplete) {
      for (let at = 0; at < ids.length && this.#ports.course.stopped === undefined; at += PAGE_SIZE)
        await this.#completePage(ids.slice(at, at + PAGE_SIZE), language);
    }
  }

  async #completePage(ids: readonly number[], language: OldLanguage): Promise<void> {
    const { old, references, course, width } = this.#ports;
    const query = { ...queryIn(this.#kind, language), include: ids.join(',') };
    for await (const { body } of old.pages<OldRecord>(this.#kind.path, PAGE_SIZE, query)) {
      const page = (await this.#steps.enrich?.(body, language)) ?? body;
      const here = await this.#readHere(page, language);
      await inFlight(page, { width, isStopped: () => course.stopped !== undefined }, (record) =>
        this.#guarded(record, async () => {
          const converted = this.#kind.convert(record, references);
          await this.#changeIfNeeded(record, converted, here);
        }),
      );
    }
  }

  /** Reports the records of languages that this site lacks. */
  async #reportUnknownLanguages(): Promise<void> {
    const { old, report, languages } = this.#ports;
    const { name, path, query, hasLanguage = false } = this.#kind;
    if (!hasLanguage) return;
    for (const lang of languages.unknown) {
      const { body, total } = await old.get<readonly OldRecord[]>(path, { ...query, lang, per_page: '1' });
      const many = total ?? body.length;
      if (many > 0) report.left.push(`${name} in ${lang}: ${many}; ${unknownLanguage(lang)}`);
    }
  }

  async #changeIfNeeded(old: OldRecord, converted: ConvertedRecord, hereById: ReadonlyMap<number, NewRecord>) {
    const mark = this.#ports.marks.get(this.#kind.name, old.id);
    const here = mark && hereById.get(mark.id);
    const sent = sentDigest(converted);
    if (here === undefined || mark?.sent === sent || storedDigest(this.#kind, here) !== mark?.stored) return;
    await this.#change(old, { converted, sent, here, revision: mark.revision });
  }

  async #page(page: readonly OldRecord[], language: OldLanguage, total: number): Promise<void> {
    const { course, width, onProgress } = this.#ports;
    const { name } = this.#kind;
    for (const { id } of page) this.#seen.add(id);
    const here = await this.#readHere(page, language);
    await inFlight(page, { width, isStopped: () => course.stopped !== undefined }, async (old) => {
      this.#versions.note(old);
      await this.#guarded(old, () => this.#move(old, language, here));
      onProgress(name, ++this.#done, Math.max(total, this.#done));
    });
  }

  /** Reads the records of this site for those of a page that have been moved. */
  async #readHere(page: readonly OldRecord[], language: OldLanguage): Promise<ReadonlyMap<number, NewRecord>> {
    const { site, marks } = this.#ports;
    const { name } = this.#kind;
    const ids = page.map(({ id }) => marks.get(name, id)?.id).filter((id) => id !== undefined);
    const found = new Map<number, NewRecord>();
    if (ids.length === 0) return found;
    for (const list of listsHere(this.#kind, language)) {
      const address = `${list}&per_page=${PAGE_SIZE}&include=${[...new Set(ids)].join(',')}`;
      for (const record of await site.request<NewRecord[]>('GET', address)) found.set(record.id, record);
    }
    return found;
  }

  async #guarded(old: OldRecord, work: () => Promise<void>): Promise<void> {
    const { report, course } = this.#ports;
    try {
      await work();
      course.succeeded();
    } catch (error) {
      const isExpected =
        error instanceof RefusedError || error instanceof UnreachableError || error instanceof OldSiteError;
      if (!isExpected) throw error;
      report.count(this.#kind.name, 'failed');
      report.failed.push(`${this.#titled(old)}: ${error.message}`);
      course.failed(error.message);
    }
  }

  #titled(old: OldRecord): string {
    return `${this.#kind.name} ${old.id} ${this.#kind.addressOf(old)}`;
  }

  async #move(old: OldRecord, language: OldLanguage, hereById: ReadonlyMap<number, NewRecord>): Promise<void> {
    const { marks, report, references, isDryRun } = this.#ports;
    const { name } = this.#kind;
    references.takeMissed();
    const converted = this.#kind.convert(old, references);
    if (references.takeMissed()) this.#incomplete.getOrInsertComputed(language, () => []).push(old.id);
    const sent = sentDigest(converted);
    const mark = marks.get(name, old.id);
    const here = mark && hereById.get(mark.id);
    if (here !== undefined) this.#steps.note?.(old, here);
    if (mark === undefined && converted.obstacle !== undefined) {
      report.left.push(`${this.#titled(old)}: ${converted.obstacle}`);
      return;
    }
    if (mark === undefined) return this.#create(old, language, converted, sent);
    if (mark.stored === SHARED) return report.count(name, 'unchanged');
    const isEdited =
      here !== undefined && !UNSETTLED.has(mark.stored) && storedDigest(this.#kind, here) !== mark.stored;
    if (here === undefined || isEdited) {
      report.count(name, 'kept');
      report.kept.push(`${this.#titled(old)}${here === undefined ? ' was deleted here' : ''}`);
      return;
    }
    if (mark.sent === sent) return report.count(name, 'unchanged');
    report.count(name, 'updated');
    if (isDryRun) return;
    await this.#change(old, { converted, sent, here, revision: mark.revision });
  }

  async #create(old: OldRecord, language: OldLanguage, converted: ConvertedRecord, sent: string): Promise<void> {
    const { report, isDryRun, marks } = this.#ports;
    const { name } = this.#kind;
    if (isDryRun) return report.count(name, 'created');
    this.#noteDifferences(old, converted);
    const made = await this.#made(old, language, converted);
    if (typeof made === 'number') {
      await marks.set(name, old.id, { id: made, sent, stored: SHARED, revision: 0 });
      return report.count(name, 'unchanged');
    }
    this.#steps.note?.(old, made);
    const slug = converted.body.slug;
    if (typeof slug === 'string' && slug !== '' && slug !== made.slug && !converted.isTrash)
      report.changed.push(`${this.#titled(old)} has the slug ${String(made.slug)}`);
    await marks.set(name, old.id, { id: made.id, sent: '-', stored: '-', revision: 0 });
    await this.#settle({ old, converted, record: made, revision: 0, isNew: true }, sent);
    report.count(name, 'created');
  }

  /**
   * Creates a record, or takes the one that an interrupted run has created. Returns an id instead if a record that was
   * here before the move counts as the same.
   */
  async #made(old: OldRecord, language: OldLanguage, converted: ConvertedRecord): Promise<NewRecord | number> {
    const { mode } = this.#ports;
    const existing = this.#steps.existing?.(old);
    if (existing !== undefined) return existing.id;
    const key = this.#keyOf(old, converted.body);
    const source = await this.#versions.sourceOf(old, language);
    const placed = source === undefined ? converted : withNew(converted, { translation_of: source });
    const create = (moved: object, key: string): Promise<NewRecord> =>
      this.#steps.create?.(old, converted, moved, key) ?? this.#post(placed, language, moved, key);
    try {
      return await create({ ...converted.moved, ...(mode === 'kept' && { id: old.id }) }, key);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      if (error.code === 'term_exists' && mode === 'mapped') return Number(error.data.term_id);
      if (source !== undefined && error.code.startsWith('i18n_')) return this.#alone(old, language, converted, error);
      if (error.code !== 'rest_id_taken') throw error;
      return await this.#send(`/${old.id}`, converted.body, this.#headers(converted)).catch((refusal: unknown) => {
        if (!isGone(refusal)) throw refusal;
        return this.#withAnotherId(old, () => create(converted.moved, `${key}-drawn`));
      });
    }
  }

  /** Creates a record whose id a deleted record of this site has had. */
  async #withAnotherId(old: OldRecord, create: () => Promise<NewRecord>): Promise<NewRecord> {
    const made = await create();
    this.#ports.report.changed.push(`${this.#titled(old)} has the id ${made.id}: a deleted record has had ${old.id}`);
    return made;
  }

  /** Creates a version whose group refuses it. */
  #alone(old: OldRecord, language: OldLanguage, converted: ConvertedRecord, { message }: Error): Promise<NewRecord> {
    const { mode, report } = this.#ports;
    report.changed.push(`${this.#titled(old)} is in no group of versions: ${message}`);
    const moved = { ...converted.moved, ...(mode === 'kept' && { id: old.id }) };
    return this.#post(converted, language, moved, `${this.#keyOf(old, converted.body)}-alone`);
  }

  #post({ body, newBody }: ConvertedRecord, { own }: OldLanguage, moved: object, key: string): Promise<NewRecord> {
    const isPlaced = this.#kind.hasLanguage === true && own !== undefined;
    const below = isPlaced ? `?i18n_language=${own}` : '';
    return this.#send(below, { ...body, ...newBody }, this.#headers({ moved }), key);
  }

  /** Names a creation for a day, so that a killed run's record is not created twice. */
  #keyOf({ id }: OldRecord, body: object): string {
    return `move-${new URL(this.#ports.old.address).host}-${this.#kind.name}-${id}-${digestOf(body)}`;
  }

  #send(below: string, body: object, headers: Headers, key?: string): Promise<NewRecord> {
    return this.#ports.site.request<NewRecord>('POST', `${this.#kind.path}${below}`, body, key, headers);
  }

  #headers({ moved }: { readonly moved: object }): Headers {
    return movedHeaders(this.#ports.old.address, moved);
  }

  async #change(
    old: OldRecord,
    {
      converted,
      sent,
      here,
      revision,
    }: Pick<RecordMove, 'converted' | 'revision'> & { readonly sent: string; readonly here: NewRecord },
  ): Promise<void> {
    this.#noteDifferences(old, converted);
    const record = await this.#changed(old, here, converted);
    await this.#settle({ old, converted, record, revision, isNew: false }, sent);
  }

  /** Sends a change. If the run is killed before it notes the result, the next one does not take it for an edit here. */
  async #changed(old: OldRecord, here: NewRecord, converted: ConvertedRecord): Promise<NewRecord> {
    if (converted.isTrash && here.status === 'trash') return here;
    const { marks } = this.#ports;
    const { name } = this.#kind;
    const mark = marks.get(name, old.id);
    if (mark !== undefined) await marks.set(name, old.id, { ...mark, sent: '-', stored: '-' });
    try {
      return await this.#send(`/${here.id}`, converted.body, this.#headers(converted));
    } catch (error) {
      if (mark !== undefined && error instanceof RefusedError) await marks.set(name, old.id, mark);
      throw error;
    }
  }

  /** Completes a record that was sent, trashes it if it is in the trash there, and stores its mark. */
  async #settle(moving: RecordMove, sent: string): Promise<void> {
    const { marks, site } = this.#ports;
    const { name, path } = this.#kind;
    const { old, converted } = moving;
    const { record, revision } = (await this.#steps.complete?.(moving)) ?? moving;
    const last =
      converted.isTrash && record.status !== 'trash'
        ? await site.request<NewRecord>(
            'DELETE',
            `${path}/${record.id}`,
            undefined,
            undefined,
            this.#headers(converted),
          )
        : record;
    await marks.set(name, old.id, { id: record.id, sent, stored: storedDigest(this.#kind, last), revision });
  }

  #noteDifferences(old: OldRecord, { notes }: ConvertedRecord): void {
    for (const note of notes) this.#ports.report.changed.push(`${this.#titled(old)} ${note}`);
  }

  /** Removes records that the old site has no more. */
  async #removeDeleted(): Promise<void> {
    const { marks, course, width } = this.#ports;
    const { name, isKept = false } = this.#kind;
    const gone = marks.idsOf(name).filter((id) => !this.#seen.has(id) && marks.get(name, id)?.sent !== '');
    if (isKept) return;
    await inFlight(gone, { width, isStopped: () => course.stopped !== undefined }, async (id) => {
      const mark = marks.get(name, id);
      if (mark !== undefined && mark.stored !== SHARED) await this.#guarded({ id }, () => this.#removeOne(id, mark));
    });
  }

  async #removeOne(oldId: number, mark: Mark): Promise<void> {
    const { marks, report, site, isDryRun, old } = this.#ports;
    const { name, path, removal } = this.#kind;
    if (!(await this.#isGone(oldId))) return;
    report.count(name, 'removed');
    if (isDryRun) return;
    const headers = movedHeaders(old.address);
    await site
      .request('DELETE', `${path}/${mark.id}${removal}`, undefined, undefined, headers)
      .catch((error: unknown) => {
        // it is in the trash here, or deleted
        if (!isGone(error)) throw error;
      });
    await marks.set(name, oldId, { ...mark, sent: '', stored: '' });
  }

  /** True if the old site has no such record. Its list may have moved while it was read. */
  async #isGone(id: number): Promise<boolean> {
    try {
      await this.#ports.old.get(`${this.#kind.path}/${id}`, { context: 'edit' });
      return false;
    } catch (error) {
      if (error instanceof OldSiteError && [404, 410].includes(error.status)) return true;
      throw error;
    }
  }
}
