import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foreignProfile as profile } from '../aliases/foreignInterface.ts';

type Answer = Readonly<Record<string, unknown>>;

/** A text of a record with its recorded presentations. */
export interface RecordedTexts {
  readonly title: Answer;
  readonly content: Answer;
  readonly excerpt: Answer;
}

interface Step {
  readonly path: string;
  readonly method?: string;
  readonly expect: { readonly status: number; readonly body?: unknown };
}

const CASES = join(import.meta.dirname, '../../e2e/conformance/cases');

/** The steps of all recorded exchanges with the reference that were answered. */
const steps: readonly Step[] = readdirSync(CASES)
  .flatMap((file): { readonly scenarios: readonly { readonly steps: readonly Step[] }[] }[] => [
    JSON.parse(readFileSync(join(CASES, file), 'utf8')),
  ])
  .flatMap(({ scenarios }) => scenarios)
  .flatMap((scenario) => scenario.steps)
  .filter(({ expect }) => expect.status < 300);

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const foreignNames: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...profile.types, ...profile.members, ...profile.metaMembers }).map(([foreign, own]) => [
    own,
    foreign,
  ]),
);

/** Returns a recorded answer with the names that the reference itself has, and without members that vary. */
const named = (answer: Answer): Answer =>
  Object.fromEntries(
    Object.entries(answer).flatMap(([name, value]) => {
      if (isAnswer(value) && '~' in value) return [];
      const foreign = typeof value === 'string' ? (foreignNames.get(value) ?? value) : value;
      return [[foreignNames.get(name) ?? name, isAnswer(foreign) ? named(foreign) : foreign]];
    }),
  );

/**
 * Returns the members of a recorded answer to an administrator.
 * @param path the path of its request, without arguments; `*` stands for an id
 */
export const recordedAnswer = (path: string, has: (answer: Answer) => boolean = () => true): Answer => {
  const found = steps
    .filter((step) => step.path.split('?', 1)[0]?.replace(/\$\{\w+\}/, '*') === path)
    .map(({ expect }) => expect.body)
    .find((body): body is Answer => isAnswer(body) && has(body));
  if (found === undefined) throw new Error(`no exchange of ${path} was recorded`);
  return named(found);
};

/** Returns the recorded texts of records, each once. */
export const recordedTexts: readonly RecordedTexts[] = [
  ...new Map(
    steps
      .map(({ expect }) => expect.body)
      .filter(isAnswer)
      .map(({ title, content, excerpt }) => ({ title, content, excerpt }))
      .filter((texts): texts is RecordedTexts => Object.values(texts).every((text) => isAnswer(text) && 'raw' in text))
      .map((texts) => [JSON.stringify(texts), texts]),
  ).values(),
];
