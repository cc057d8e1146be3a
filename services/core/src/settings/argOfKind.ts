import { plain } from '@almanac/pages';
import { type Arg, anything, boolean, type Invalid, integer, invalid, text, type Words } from '@almanac/rest';
import { plainText } from '@almanac/text';
import { z } from 'zod';

/** One line without markup, its entities read: it is stored as plain text and escaped where it is rendered. */
export const cleanText = (sent: string): string => plain(plainText(sent));

/** The words of a setting's kind. */
interface KindWords extends Omit<Words, 'default' | 'required'> {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** The argument that takes values of a setting's kind, with its rules and description; it takes null as well. */
export const argOfKind = (kind: z.ZodType): Arg => {
  const { $schema: _, required: _members, ...schema }: Readonly<Record<string, unknown>> = z.toJSONSchema(kind);
  // zod types a JSON schema for values of every kind; that of a setting has no other words than arguments have
  const words = schema as KindWords;
  const { type, enum: known, ...rules } = words;
  const common = { ...rules, description: kind.description ?? '', onNull: 'accept' } as const;
  if (type === 'integer') return integer(common);
  if (type === 'boolean') return boolean(common);
  if (type !== 'string') return anything({ ...common, words, parse: (value) => read(kind, value) });
  const check = (value: string) => asRefusal(kind.safeParse(value).error);
  return text({ ...common, ...(known && { enum: known }), clean: cleanText, check });
};

/** A value of a kind that has no argument of its own, such as an object. */
const read = (kind: z.ZodType, value: unknown): unknown => {
  const { data, error } = kind.safeParse(value);
  return asRefusal(error) ?? data;
};

/** The message of a rule that a description cannot say. */
const asRefusal = (error: z.ZodError | undefined): Invalid | undefined => {
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return undefined;
  return issue.code === 'custom' ? invalid(`{name} ${issue.message}.`) : invalid('{name} is not what it has to be.');
};
