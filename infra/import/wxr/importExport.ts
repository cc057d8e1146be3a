import type { Outgoing } from '@almanac/outgoing';
import type { Source } from '@almanac/text/lines';
import type { RecordKind, TermKind } from '../../aliases/foreignNames.ts';
import { type Course, createCourse } from '../course.ts';
import { inFlight } from '../inFlight.ts';
import { type Brought, Place } from '../place.ts';
import { RefusedError, type SiteClient, UnreachableError, type UploadingClient } from '../siteClient.ts';
import { type LanguageSettings, siteLanguages } from '../siteLanguages.ts';
import { ensureAuthors } from './ensureAuthors.ts';
import { ensureMedia, type ImportedMedia, readMedia } from './ensureMedia.ts';
import { ensureTerms, type PlacedTerm, type Terms } from './ensureTerms.ts';
import { createCounts, type ExportCounts, type ExportReport } from './exportCounts.ts';
import { type LinkTargets, linkKey, type NewRecord, rewriteLinks, withoutEndSlashes } from './exportLinks.ts';
import { importComments } from './importComments.ts';
import { ImportKeys } from './importKeys.ts';
import { importMenus } from './importMenus.ts';
import { type PlannedRecord, placeLanguage, planRecords, unknownLanguage } from './planRecords.ts';
import {
  type ExportedRecord,
  type ExportSurvey,
  fileKey,
  recordsOf,
  referenceKey,
  surveyExport,
} from './readExport.ts';
import { type RecordBody, recordBody } from './recordBody.ts';
import { inLanguage, PATHS, readRecord, type SiteRecord, siteRecord } from './siteRecords.ts';

export interface ExportOptions {
  /** Fetches attachments from their old addresses. */
  readonly outgoing: Outgoing;
  readonly width: number;
  /** Stops the run; default: after ten failures in a row. */
  readonly course?: Course;
  /** The progress of an interrupted run; default: from the start, without storing progress. */
  readonly place?: Place;
  readonly onProgress: (done: number, total: number) => void;
}

/** The settings of the site that an import reads. */
interface SiteSettings extends LanguageSettings {
  /** The address of the site. */
  readonly url?: string;
}

/**
 * Imports a site export through the public interface: authors, terms, attachments, venues and organizers, then events and
 * posts. Records are found again by their source id and guid, never by their slug. So a second run changes nothing, and
 * records that no import created stay as they are.
 */
export const importExport = async (
  source: Source,
  site: UploadingClient,
  options: ExportOptions,
): Promise<ExportReport> => {
  const { place = Place.nowhere(), course = createCourse() } = options;
  const file = await surveyExport(source);
  const settings = await site.request<SiteSettings>('GET', '/core/v2/settings');
  const languages = siteLanguages(settings);
  const plan = planRecords(file, languages);
  const counts = createCounts(file, plan, place.earlier.done);
  place.expect(file.attachments.length + plan.records.size);
  const keys = new ImportKeys(site);
  const authors = await importAuthors(site, file, counts);
  const terms = await importTerms(site, file, { languages, counts });
  const isStopped = (): boolean => course.stopped !== undefined;
  const ports = { ...options, site, place, keys, oldSite: file.site, isStopped };
  const media = await ensureMedia(ports, file.attachments, ({ url, title }, reason) =>
    counts.failed.push(`attachment ${url || `“${title}”`}: ${reason}`),
  );
  counts.add('media', { created: media.created, unchanged: media.unchanged });
  const records = await outsideRecords(site, { keys, file, media });
  const importer = new RecordImporter(
    { site, keys, counts, course, place, source, width: options.width, onProgress: options.onProgress },
    {
      file,
      plan: plan.records,
      authors,
      terms,
      media,
      records,
      newSite: settings.url === undefined ? undefined : withoutEndSlashes(settings.url),
    },
  );
  await importer.run();
  return counts.report();
};

const importAuthors = async (
  site: SiteClient,
  file: ExportSurvey,
  counts: ExportCounts,
): Promise<ReadonlyMap<string, number>> => {
  let refused = 0;
  const { ids, created } = await ensureAuthors(site, file.authors, (login, reason) => {
    refused += 1;
    counts.changed.push(`records of the author ${login} are the importer's: ${reason}`);
  });
  const described = new Set(file.authors.map(({ login }) => login.toLowerCase()));
  for (const [login, records] of file.creators)
    if (!ids.has(login) && !described.has(login)) counts.changed.push(withoutAuthor(login, records));
  counts.add('authors', { created, unchanged: file.authors.length - created - refused, left: refused });
  return ids;
};

const withoutAuthor = (login: string, records: number): string =>
  login === ''
    ? `records without an author (${records}) are the importer's`
    : `records of the author ${login} (${records}) are the importer's: the file does not describe this author`;

const TERM_NAMES: Readonly<Record<TermKind, string>> = {
  category: 'categories',
  tag: 'tags',
  eventCategory: 'event categories',
};

interface TermImport {
  readonly languages: readonly string[];
  readonly counts: ExportCounts;
}

const importTerms = async (
  site: SiteClient,
  file: ExportSurvey,
  { languages, counts }: TermImport,
): Promise<Readonly<Record<TermKind, Terms>>> => {
  const importKind = async (kind: TermKind): Promise<Terms> => {
    const placed: PlacedTerm[] = [];
    const all = file.terms.filter((term) => term.kind === kind);
    for (const term of all) {
      const siteLanguage = placeLanguage(term, file, languages);
      if (siteLanguage === null) counts.leave(TERM_NAMES[kind], unknownLanguage(term.language));
      else placed.push({ ...term, siteLanguage });
    }
    const terms = await ensureTerms(site, kind, placed);
    counts.add(TERM_NAMES[kind], { created: terms.created, unchanged: placed.length - terms.created });
    return terms;
  };
  return {
    category: await importKind('category'),
    tag: await importKind('tag'),
    eventCategory: await importKind('eventCategory'),
  };
};

interface OutsideSearch {
  readonly keys: ImportKeys;
  readonly file: ExportSurvey;
  /** Receives the media that are found. */
  readonly media: ImportedMedia;
}

/** Finds records and media that other files of the same site have brought; returns the records by their old ids. */
const outsideRecords = async (
  site: SiteClient,
  { keys, file, media }: OutsideSearch,
): Promise<Map<string, NewRecord>> => {
  const { ids, files } = file.outside;
  const known = await keys.lookUp([...ids.map((id) => referenceKey(file.site, id)), ...files.map(fileKey)]);
  const records = new Map<string, NewRecord>();
  for (const old of ids) {
    const id = known.get(referenceKey(file.site, old));
    if (id === undefined) continue;
    media.ids.set(old, id);
    records.set(old, { id, link: '' });
  }
  const found = files.flatMap((file) => {
    const id = known.get(fileKey(file));
    return id === undefined ? [] : [{ file, id }];
  });
  const stored = await readMedia(
    site,
    found.map(({ id }) => id),
  );
  for (const { file, id } of found) {
    const medium = stored.get(id);
    if (medium !== undefined) media.files.set(file, medium.source_url);
  }
  return records;
};

/** True if a site still has any of the records from an earlier run. */
export const isExportThere = async (site: SiteClient, recent: readonly Brought[]): Promise<boolean> => {
  for (const { id, mark } of recent) {
    const [kind = '', date] = mark.split(/ (.*)/s);
    const record = isKind(kind) ? await readRecord(site, kind, id) : undefined;
    if (record === 'trashed' || record?.date === date) return true;
  }
  return false;
};

const isKind = (kind: string): kind is RecordKind => Object.hasOwn(PATHS, kind);

interface Ports {
  readonly site: SiteClient;
  readonly keys: ImportKeys;
  readonly counts: ExportCounts;
  readonly course: Course;
  readonly place: Place;
  readonly source: Source;
  readonly width: number;
  readonly onProgress: (done: number, total: number) => void;
}

interface Knowledge {
  readonly file: ExportSurvey;
  readonly plan: ReadonlyMap<string, PlannedRecord>;
  readonly authors: ReadonlyMap<string, number>;
  readonly terms: Readonly<Record<TermKind, Terms>>;
  readonly media: ImportedMedia;
  /** Records of this site by old ids; it grows while the import runs. */
  readonly records: Map<string, NewRecord>;
  readonly newSite: string | undefined;
}

/** Arguments without which a record is sent again if the site refuses their values. */
const OPTIONAL_ARGUMENTS = [
  ...['website', 'email', 'image', 'cost', '_VenueLat', '_VenueLng', 'author', 'translation_of'],
  ...['date', 'date_gmt', 'date_utc'],
];

const isLinked = ({ kind }: PlannedRecord): boolean => kind === 'venue' || kind === 'organizer';

/** Imports the records of a file: those that others refer to first, and originals before their versions. */
class RecordImporter {
  readonly #ports: Ports;
  readonly #known: Knowledge;
  readonly #targets: LinkTargets;
  /** Ids of this site by the things of the file. */
  readonly #ids = new Map<string, number>();
  /** Things whose texts refer to records that were not on the site when they were sent. */
  readonly #incomplete = new Map<string, Brought>();
  /** The kinds of the records in the file by their old ids. */
  readonly #kinds: ReadonlyMap<string, RecordKind>;
  /** The first things of the file by their old ids, which some exports give to several. */
  readonly #named: ReadonlyMap<string, string>;
  #done: number;

  constructor(ports: Ports, known: Knowledge) {
    this.#ports = ports;
    this.#known = known;
    this.#done = ports.place.earlier.done;
    const { file, plan, media, records, newSite } = known;
    this.#kinds = new Map(file.records.map(({ id, kind }) => [id, kind]));
    this.#named = new Map([...plan.values()].map(({ id, thing }) => [id, thing] as const).toReversed());
    this.#targets = {
      oldSite: file.site,
      newSite,
      media: media.ids,
      files: media.files,
      records,
      ids: this.#kinds,
      addresses: new Map(file.records.filter(({ link }) => link !== '').map(({ link, id }) => [linkKey(link), id])),
    };
  }

  async run(): Promise<void> {
    await this.#findEarlier();
    for (const linked of [true, false]) {
      for (const version of [false, true])
        await this.#pass((record) => isLinked(record) === linked && (record.original !== undefined) === version);
    }
    await this.#placePages();
    await this.#completeTexts();
    await this.#importComments();
    await importMenus({
      ...this.#ports,
      ...this.#known,
      targets: this.#targets,
      guarded: (name, work) => this.#guarded(name, work),
    });
  }

  async #importComments(): Promise<void> {
    if (this.#known.file.comments === 0) return;
    await importComments({
      ...this.#ports,
      ...this.#known,
      records: recordsOf(this.#ports.source),
      ids: this.#ids,
      guarded: (name, work) => this.#guarded(name, work),
    });
  }

  /** Finds the records of earlier runs. */
  async #findEarlier(): Promise<void> {
    const { place, keys } = this.#ports;
    const rest: PlannedRecord[] = [];
    const storing: Promise<void>[] = [];
    for (const record of this.#known.plan.values()) {
      const id = place.idOf(record.thing);
      if (id === undefined) {
        if (!place.has(record.thing)) rest.push(record);
        continue;
      }
      this.#keep(record, { id, link: '' });
      storing.push(this.#addKeys(record, id));
    }
    await Promise.all(storing);
    const ids = await keys.lookUp(rest.map(({ key }) => key));
    for (const { key, thing } of rest) {
      const id = ids.get(key);
      if (id !== undefined) this.#ids.set(thing, id);
    }
  }

  #keep({ id: old, thing }: PlannedRecord, record: NewRecord): void {
    this.#ids.set(thing, record.id);
    if (this.#isNamed(old, thing)) this.#known.records.set(old, record);
  }

  /** Stores the keys of a record. An interrupted run may have left it without them. */
  #addKeys({ key, id: old, thing }: PlannedRecord, id: number): Promise<void> {
    const reference = this.#isNamed(old, thing) ? [referenceKey(this.#known.file.site, old)] : [];
    return this.#ports.keys.add([key, ...reference], id);
  }

  /** True if an old id names the record: the first of the file that has it. */
  #isNamed(old: string, thing: string): boolean {
    return old !== '' && this.#named.get(old) === thing;
  }

  async #pass(takes: (record: PlannedRecord) => boolean): Promise<void> {
    const { place, source, width, course, counts } = this.#ports;
    const wanted = [...this.#known.plan.values()].filter((record) => takes(record) && !place.has(record.thing));
    if (wanted.length === 0) return;
    const things = new Set(wanted.map(({ thing }) => thing));
    const isStopped = (): boolean => course.stopped !== undefined;
    await inFlight(chosen(source, things), { width, isStopped }, async (record) => {
      const planned = this.#known.plan.get(record.thing);
      if (planned === undefined) return;
      await this.#guarded(titled(record), () => this.#bring(record, planned));
      this.#ports.onProgress(++this.#done, counts.total);
    });
  }

  async #guarded(name: string, work: () => Promise<void>): Promise<void> {
    const { counts, course } = this.#ports;
    try {
      await work();
      course.succeeded();
    } catch (error) {
      if (!(error instanceof RefusedError || error instanceof UnreachableError)) throw error;
      counts.failed.push(`${name}: ${error.message}`);
      course.failed(error.message);
    }
  }

  async #bring(record: ExportedRecord, planned: PlannedRecord): Promise<void> {
    const { site, counts } = this.#ports;
    const { kind, thing, siteLanguage } = planned;
    const id = this.#ids.get(thing);
    const before = id === undefined ? undefined : await readRecord(site, kind, id);
    if (id !== undefined && before === 'trashed') {
      this.#acknowledge(planned, { id, mark: `${kind} ` });
      if (record.status === 'trash') counts.count(kind, 'unchanged');
      else counts.leave(kind, 'they are in the trash of this site');
      return;
    }
    const converted = recordBody(record, { ...this.#known, media: this.#targets.media }, siteLanguage);
    for (const note of converted.notes) counts.changed.push(`${titled(record)} ${note}`);
    if (before === undefined || before === 'trashed') await this.#create(record, planned, converted);
    else await this.#change(record, { planned, before, converted });
  }

  async #create(record: ExportedRecord, planned: PlannedRecord, converted: RecordBody): Promise<void> {
    const { place, counts } = this.#ports;
    const { kind, thing, siteLanguage, original } = planned;
    // The same text in every run, so that a repeated request is the same: links to other records follow.
    const content = rewriteLinks(record.content, { ...this.#targets, records: new Map() });
    const source = original && this.#ids.get(original.thing);
    const body = {
      ...converted.body,
      [converted.contentArgument]: content.text,
      ...(source !== undefined && { translation_of: source }),
    };
    const made = await this.#send(record, inLanguage(PATHS[kind], siteLanguage), body, place.keyOf(thing));
    this.#keep(planned, made);
    const brought = { id: made.id, mark: `${kind} ${made.date}` };
    const isTrash = record.status === 'trash';
    // Acknowledged first: the next run stores the keys of acknowledged records again.
    if (!isTrash) this.#settle(planned, brought, content.missing);
    await this.#addKeys(planned, made.id);
    if (isTrash) {
      await this.#ports.site.request('DELETE', `${PATHS[kind]}/${made.id}`);
      this.#acknowledge(planned, brought);
    } else if (hasNumber(made.slug, record.slug))
      counts.changed.push(`${titled(record)} has the slug ${made.slug}: ${record.slug} belongs to another record`);
    counts.count(kind, 'created');
  }

  async #change(
    record: ExportedRecord,
    { planned, before, converted }: { planned: PlannedRecord; before: SiteRecord; converted: RecordBody },
  ): Promise<void> {
    const { site, counts } = this.#ports;
    const { kind } = planned;
    const path = `${PATHS[kind]}/${before.id}`;
    this.#keep(planned, before);
    const brought = { id: before.id, mark: `${kind} ${before.date}` };
    if (record.status === 'trash') {
      await site.request('DELETE', path);
      counts.count(kind, 'updated');
      this.#acknowledge(planned, brought);
      return;
    }
    const content = rewriteLinks(record.content, this.#targets);
    const { slug: _, ...others } = converted.body;
    const body = {
      ...(hasNumber(before.slug, record.slug) ? others : converted.body),
      // Without all addresses the text is sent later.
      ...(content.missing.length === 0 && { [converted.contentArgument]: content.text }),
    };
    const after = await this.#send(record, path, body);
    counts.count(kind, before.modified === after.modified ? 'unchanged' : 'updated');
    this.#settle(planned, brought, content.missing);
  }

  /** Sends a record; sends it again without optional arguments whose values the site refuses. */
  async #send(record: ExportedRecord, path: string, body: object, key?: string): Promise<SiteRecord> {
    const { site, counts } = this.#ports;
    try {
      return siteRecord(await site.request('POST', path, body, key));
    } catch (error) {
      if (!(error instanceof RefusedError) || ![400, 409].includes(error.status)) throw error;
      const refused = refusedArguments(error).filter((name) => Object.hasOwn(body, name));
      if (refused.length === 0) throw error;
      counts.changed.push(`${titled(record)} is without ${refused.join(', ')}: ${error.message}`);
      const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !refused.includes(name)));
      return this.#send(record, path, rest, key && `${key}-without-${refused.join('-')}`);
    }
  }

  #settle(planned: PlannedRecord, brought: Brought, missing: readonly string[]): void {
    if (missing.length === 0) this.#acknowledge(planned, brought);
    else this.#incomplete.set(planned.thing, brought);
  }

  #acknowledge({ thing }: PlannedRecord, brought: Brought): void {
    this.#ports.place.acknowledge(thing, brought);
  }

  /** Puts the pages below their parents, which may come after them in the file. */
  async #placePages(): Promise<void> {
    const { source, course, site, counts } = this.#ports;
    const pages = [...this.#known.plan.values()].filter(({ kind, thing }) => kind === 'page' && this.#ids.has(thing));
    const isStopped = (): boolean => course.stopped !== undefined;
    const things = new Set(pages.map(({ thing }) => thing));
    if (things.size === 0) return;
    await inFlight(chosen(source, things), { width: 1, isStopped }, async (record) => {
      const parent = this.#known.records.get(record.parent)?.id;
      if (['', '0'].includes(record.parent) || record.status === 'trash') return;
      if (parent === undefined)
        counts.changed.push(`${titled(record)} is at the top: its parent ${record.parent} is missing`);
      else
        await this.#guarded(titled(record), async () => {
          await site.request('POST', `${PATHS.page}/${this.#ids.get(record.thing)}`, { parent });
        });
    });
  }

  /** Sends the texts that refer to records that were not on the site yet. */
  async #completeTexts(): Promise<void> {
    const { source, width, course, site } = this.#ports;
    if (this.#incomplete.size === 0) return;
    const isStopped = (): boolean => course.stopped !== undefined;
    await inFlight(chosen(source, new Set(this.#incomplete.keys())), { width, isStopped }, async (record) => {
      const planned = this.#known.plan.get(record.thing);
      const brought = this.#incomplete.get(record.thing);
      if (planned === undefined || brought === undefined) return;
      await this.#guarded(titled(record), async () => {
        await this.#readAddresses(rewriteLinks(record.content, this.#targets).missing);
        const { text } = rewriteLinks(record.content, this.#targets);
        const argument = record.kind === 'post' || record.kind === 'page' ? 'content' : 'description';
        const body = { [argument]: text, i18n_minor_edit: true };
        await site.request('POST', `${PATHS[record.kind]}/${brought.id}`, body);
        this.#acknowledge(planned, brought);
      });
    });
  }

  /** Reads the addresses of records that earlier runs have brought. */
  async #readAddresses(oldIds: readonly string[]): Promise<void> {
    const { site } = this.#ports;
    for (const old of oldIds) {
      const kind = this.#kinds.get(old);
      const known = this.#known.records.get(old);
      const record = kind && known && (await readRecord(site, kind, known.id));
      if (record !== undefined && record !== 'trashed') this.#known.records.set(old, record);
    }
  }
}

/** Yields the records of a file with some names. */
async function* chosen(source: Source, things: ReadonlySet<string>): AsyncGenerator<ExportedRecord> {
  for await (const record of recordsOf(source)) if (things.has(record.thing)) yield record;
}

const titled = ({ kind, id, title }: ExportedRecord): string => `${kind} ${id} “${title}”`;

/** True if a slug is another one with a number, which the site appends to a slug that is taken. */
const hasNumber = (slug: string, asked: string): boolean =>
  asked !== '' && slug.startsWith(`${asked}-`) && /^\d+$/.test(slug.slice(asked.length + 1));

/** Returns the optional arguments that a refusal names. */
const refusedArguments = ({ code, data }: RefusedError): string[] => {
  if (code.startsWith('i18n_')) return ['translation_of'];
  const named = typeof data.params === 'object' && data.params !== null ? Object.keys(data.params) : [];
  return named.every((name) => OPTIONAL_ARGUMENTS.includes(name)) ? named : [];
};
