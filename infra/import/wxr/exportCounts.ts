import type { RecordKind } from '../../aliases/foreignNames.ts';
import type { Plan } from './planRecords.ts';
import type { ExportSurvey } from './readExport.ts';

/** The numbers of things of a kind by the result of their import. */
export interface KindCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly left: number;
}

export interface ExportReport {
  /** The number of records in the file that can be imported. */
  readonly found: number;
  /** The number of things from earlier runs of an interrupted import. */
  readonly earlier: number;
  /** The results by the kind of thing, such as `posts`. */
  readonly kinds: Readonly<Record<string, KindCounts>>;
  /** Failed things, each with the reason. */
  readonly failed: readonly string[];
  /** Things whose import differs from the file. */
  readonly changed: readonly string[];
  /** Things that are not imported, with their number and the reason. */
  readonly left: readonly string[];
}

/** The counts of a running import. */
export interface ExportCounts {
  readonly failed: string[];
  readonly changed: string[];
  /** The number of records that are imported. */
  readonly total: number;
  add(name: string, counts: Partial<KindCounts>): void;
  count(kind: RecordKind | 'comments', result: 'created' | 'updated' | 'unchanged'): void;
  /** Counts a thing that is left out. */
  leave(name: string, reason: string): void;
  report(): ExportReport;
}

const kindNames: ReadonlyMap<string, string> = new Map([
  ['post', 'posts'],
  ['page', 'pages'],
  ['event', 'events'],
  ['venue', 'venues'],
  ['organizer', 'organizers'],
]);
const NO_COUNTS: KindCounts = { created: 0, updated: 0, unchanged: 0, left: 0 };

export const createCounts = (file: ExportSurvey, plan: Plan, earlier: number): ExportCounts => {
  const kinds = new Map<string, KindCounts>();
  const left = new Map<string, number>();
  const failed = file.fault === undefined ? [] : [`the rest of the file: ${file.fault}`];
  const changed: string[] = [];
  const add: ExportCounts['add'] = (name, counts) => {
    const before = kinds.get(name) ?? NO_COUNTS;
    kinds.set(name, {
      created: before.created + (counts.created ?? 0),
      updated: before.updated + (counts.updated ?? 0),
      unchanged: before.unchanged + (counts.unchanged ?? 0),
      left: before.left + (counts.left ?? 0),
    });
  };
  const leave: ExportCounts['leave'] = (kind, reason) => {
    const name = kindNames.get(kind) ?? kind;
    add(name, { left: 1 });
    left.set(`${name}: ${reason}`, (left.get(`${name}: ${reason}`) ?? 0) + 1);
  };
  for (const { kind, reason } of plan.left) leave(kind, reason);
  return {
    failed,
    changed,
    total: plan.records.size,
    add,
    count: (kind, result) => add(kindNames.get(kind) ?? kind, { [result]: 1 }),
    leave,
    report: () => ({
      found: plan.records.size,
      earlier,
      kinds: Object.fromEntries(kinds),
      failed,
      changed,
      left: [...[...left].map(([what, count]) => `${count} ${what}`), ...notImported(file)],
    }),
  };
};

const notImported = ({ others, otherTerms, otherMeta, otherComments }: ExportSurvey): string[] => [
  ...[...others].map(([kind, count]) => `${count} items of the kind ${kind}`),
  ...(otherComments > 0 ? [`${otherComments} comments on items that are not imported`] : []),
  ...[...otherTerms].map(([taxonomy, count]) => `${count} terms of the taxonomy ${taxonomy}`),
  ...[...otherMeta].map(([key, count]) => `${count} values of the meta ${key}`),
];
