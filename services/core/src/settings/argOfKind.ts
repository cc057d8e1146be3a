import { plain } from '@almanac/pages';
import { type Arg, anything, boolean, type Invalid, integer, invalid, type SchemaKeywords, text } from '@almanac/rest';
import { plainText } from '@almanac/text';
import { z } from 'zod';

/** Returns plain text in one line, with decoded entities: it is stored so and escaped when rendered. */
export const cleanText = (sent: string): string => plain(plainText(sent));

/** JSON schema keywords of a setting's kind. */
interface KindWords extends Omit<SchemaKeywords, 'default' | 'required'> {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** Returns the argument for values of a setting's kind, with its rules and description; it also accepts null. */
export const argOfKind = (kind: z.ZodType): Arg => {
  const { $schema: _, required: _members, ...schema }: Readonly<Record<string, unknown>> = z.toJSONSchema(kind);
  // zod types the JSON schema of any value; a setting uses only the keywords that arguments support
  const words = schema as KindWords;
  const { type, enum: known, ...rules } = words;
  const common = { ...rules, description: kind.description ?? '', onNull: 'accept' } as const;
  if (type === 'integer') return integer(common);
  if (type === 'boolean') return boolean(common);
  if (type !== 'string') return anything({ ...common, words, parse: (value) => read(kind, value) });
  const check = (value: string) => asRefusal(kind.safeParse(value).error);
  return text({ ...common, ...(known && { enum: known }), clean: cleanText, check });
};

/** Parses a value whose kind has no argument of its own, such as an object. */
const read = (kind: z.ZodType, value: unknown): unknown => {
  const { data, error } = kind.safeParse(value);
  return asRefusal(error) ?? data;
};

/** Returns the error of a rule that the description cannot express. */
const asRefusal = (error: z.ZodError | undefined): Invalid | undefined => {
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return undefined;
  return issue.code === 'custom' ? invalid(`{name} ${issue.message}.`) : invalid('{name} is not a valid value.');
};
