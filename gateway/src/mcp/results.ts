import { type CallArguments, CallRefusedError } from './callArguments.ts';
import { FIELDS, type InterfaceTool } from './tools.ts';

/** An answer of the interface. */
export interface InterfaceAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Maximum length of a result as JSON: about ten thousand tokens. */
const MAX_RESULT_CHARACTERS = 40_000;

/** Maximum length of one text in a list; in a record, only if the whole record is too long. */
const MAX_LISTED_TEXT_CHARACTERS = 500;
const MAX_SHORTENED_TEXT_CHARACTERS = 4_000;

/** Members for programs that follow links. */
const isOmitted = (name: string): boolean => name === '_links' || name === '_embedded' || name.endsWith('rest_url');

/**
 * Returns the texts of a successful result: its JSON, and a sentence about everything that it leaves out.
 * @throws CallRefusedError if the answer is too long even with shortened texts
 */
export const resultTexts = (tool: InterfaceTool, args: CallArguments, answer: InterfaceAnswer): string[] => {
  const body = answer.text === '' ? { done: true } : withPages(args, { ...answer, body: JSON.parse(answer.text) });
  const isList = Object.hasOwn(tool.properties, 'per_page');
  const whole = shortened(body, isList ? MAX_LISTED_TEXT_CHARACTERS : Number.POSITIVE_INFINITY);
  const brief = isTooLong(whole.value) ? shortened(body, isList ? 100 : MAX_SHORTENED_TEXT_CHARACTERS) : whole;
  const fitted = withoutLastRecords(brief.value);
  const advice = `Name the members that you need in \`${FIELDS}\``;
  if (isTooLong(fitted.value))
    throw new CallRefusedError(`The answer has more than ${MAX_RESULT_CHARACTERS} characters. ${advice}.`);
  return [
    JSON.stringify(fitted.value),
    ...(fitted.leftOut > 0 ? [`${fitted.leftOut} records are left out. Send a smaller per_page. ${advice}.`] : []),
    ...(brief.count > 0 ? [`${brief.count} long texts are shortened; do not send them back.`] : []),
  ];
};

const isTooLong = (value: unknown): boolean => JSON.stringify(value).length > MAX_RESULT_CHARACTERS;

/** Adds the page and the totals to a list whose answer has them in its headers. */
const withPages = (args: CallArguments, answer: InterfaceAnswer & { readonly body: unknown }) => {
  const { body, headers } = answer;
  const total = headers.get('x-core-total');
  if (!Array.isArray(body) || total === null) return body;
  const pages = Number(headers.get('x-core-totalpages'));
  return { records: body, page: Number(args.page ?? 1), total: Number(total), total_pages: pages };
};

/** Returns a value without links, its texts cut to a length, and the number of cut texts. */
const shortened = (value: unknown, characters: number): { readonly value: unknown; readonly count: number } => {
  let count = 0;
  const short = (each: unknown): unknown => {
    if (typeof each === 'string' && each.length > characters) {
      count += 1;
      return `${each.slice(0, characters)}… [${each.length - characters} more characters]`;
    }
    if (Array.isArray(each)) return each.map(short);
    if (typeof each !== 'object' || each === null) return each;
    const members = Object.entries(each).filter(([name]) => !isOmitted(name));
    return Object.fromEntries(members.map(([name, member]) => [name, short(member)]));
  };
  return { value: short(value), count };
};

/** Leaves out the last records of a list until it fits. */
const withoutLastRecords = (value: unknown): { readonly value: unknown; readonly leftOut: number } => {
  if (!isTooLong(value)) return { value, leftOut: 0 };
  if (Array.isArray(value)) {
    const fitting = fittingRecords(value);
    return { value: fitting, leftOut: value.length - fitting.length };
  }
  if (typeof value !== 'object' || value === null) return { value, leftOut: 0 };
  const list = Object.entries(value).find(([, member]) => Array.isArray(member));
  if (list === undefined) return { value, leftOut: 0 };
  const [name, records] = list;
  const fitting = fittingRecords(records);
  return { value: { ...value, [name]: fitting }, leftOut: records.length - fitting.length };
};

/** Characters of a result beside its records: totals and the like. */
const MARGIN_CHARACTERS = 1_000;

const fittingRecords = (records: readonly unknown[]): unknown[] => {
  let free = MAX_RESULT_CHARACTERS - MARGIN_CHARACTERS;
  const end = records.findIndex((each) => {
    free -= JSON.stringify(each).length + 1;
    return free < 0;
  });
  return end === -1 ? [...records] : records.slice(0, end);
};
