import { anything, type Invalid, invalid, isObject, type Values } from '@almanac/rest';

/** An object from a request. */
type SentData = Readonly<Record<string, unknown>>;

const MAX_TEXT_LENGTH = 2_000;
const MAX_MEMBERS = 50;

const isText = (value: unknown): value is string | number =>
  (typeof value === 'string' && value.length <= MAX_TEXT_LENGTH) || typeof value === 'number';

/** Reads a text or a number of limited length. Null and other types count as missing. */
const lenient = (value: unknown): string | Invalid | undefined => {
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH) return tooLong();
  return isText(value) ? String(value) : undefined;
};

const tooLong = (): Invalid =>
  invalid('{name} must have at most {limit} characters.', 'rest_too_long', { limit: MAX_TEXT_LENGTH });

/**
 * Reads one or several addresses of any length. A later check gives an address above the limit its own code
 * (docs/interface/redirection.md §4.1).
 */
const readSources = (value: unknown): string[] | Invalid => {
  const sent = Array.isArray(value) ? value : [value];
  const isAddress = (each: unknown): boolean => typeof each === 'string' || typeof each === 'number';
  if (!sent.every(isAddress)) return invalid('{name} is no address and no list of addresses.');
  return [...new Set(sent.map(String))];
};

const readData = (value: unknown): SentData | Invalid | undefined => {
  if (!isObject(value)) return undefined;
  const members = Object.values(value);
  const isMember = (member: unknown): boolean =>
    isText(member) || typeof member === 'boolean' || member === null || (Array.isArray(member) && member.every(isText));
  if (members.length <= MAX_MEMBERS && members.every(isMember)) return value;
  return invalid('{name} has a member that is neither a text nor a list of texts.');
};

const readMatchData = (value: unknown): SentData | undefined => (isObject(value) ? value : undefined);

const texts = (description: string) => anything({ description, words: { type: 'string' }, parse: lenient });
const numbers = (description: string) => anything({ description, words: { type: 'integer' }, parse: lenient });

/**
 * The arguments of a write of a rule. Values of an unexpected type count as missing, as clients expect
 * (docs/interface/redirection.md §4.1).
 */
export const ruleArgs = {
  url: anything({
    description: 'The source address, or several for one rule each.',
    words: { type: ['string', 'array'] },
    parse: readSources,
  }),
  match_type: texts('The condition besides the address, such as url, login or agent.'),
  action_type: texts('The action: url, error, nothing, random or pass.'),
  action_code: numbers('The status of the answer.'),
  action_data: anything({
    description: 'The condition and its targets.',
    words: { type: 'object' },
    parse: readData,
  }),
  group_id: numbers('The id of the group of the rule.'),
  title: texts('The title of the rule.'),
  position: anything({
    description: 'The position of the rule among rules for the same address.',
    words: { type: 'integer' },
    parse: (value) => (value === 0 ? value : lenient(value)),
  }),
  regex: anything({ description: 'True if the address is a regular expression.', parse: (value) => isPattern(value) }),
  match_data: anything({
    description: 'Options for comparing addresses and logging visits.',
    words: { type: 'object' },
    parse: readMatchData,
  }),
  enabled: anything({
    description: 'True if a new rule is enabled.',
    parse: (value) => value !== false && value !== 'disabled',
  }),
  status: anything({
    description: 'disabled for a new rule that is not enabled.',
    parse: (value) => value !== 'disabled',
  }),
  hits: numbers('The new value of the visit counter.'),
  last_access: texts('The time of the last visit.'),
};

export type SentRule = Partial<Values<typeof ruleArgs>>;

const isPattern = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === 'string' && value.startsWith('1'));
