import type { SignedIn } from '../../sign-in/administrationPage.ts';
import type { MemberChange } from '../history/changeTable.ts';
import type { Field, Option } from './form.ts';
import { tagsOf } from './tags.ts';
import { typedTitle } from './writing.ts';

/** Maximum number of tags that are looked up for a page. */
const TAGS = 500;

/** Returns the fields of a form; the field of tags has the names of all tags in the changes. */
export const fieldsNaming = async (
  page: SignedIn,
  fields: readonly Field[],
  changes: readonly MemberChange[],
): Promise<Field[]> => {
  const ids = changes
    .filter(({ member }) => member === 'tags')
    .flatMap(({ before, after }) => [before, after].flat())
    .filter((id) => typeof id === 'number');
  const { body = [] } = await tagsOf(page, [...new Set(ids)].slice(0, TAGS));
  const options: Option[] = body.map(({ id, name }) => ({ value: String(id), label: name }));
  return fields.map((field) => (field.name === 'tags' ? { ...field, options } : field));
};

/** Returns changes with the labels and options of the form, without changes that are not visible in it. */
export const namedChanges = (
  page: SignedIn,
  changes: readonly MemberChange[],
  fields: readonly Field[],
): MemberChange[] =>
  changes
    .map(({ member, before, after }) => {
      const field = fields.find(({ name }) => name === member);
      if (isSecret({ before, after })) return { member, before: page.renderContext.text('not shown'), after: null };
      const show = (value: unknown) => shown(page, value, field);
      return { member: field?.label ?? member, before: show(before), after: show(after) };
    })
    .filter(({ before, after }) => before !== after);

/** True for a change whose values are secret. */
const isSecret = ({ before, after }: Omit<MemberChange, 'member'>): boolean => before === null && after === null;

/** True for an empty value. */
const isNothing = (value: unknown): boolean => !value || (typeof value === 'object' && Object.keys(value).length === 0);

const shown = ({ renderContext: { text } }: SignedIn, value: unknown, field: Field | undefined) => {
  if (isNothing(value)) return null;
  if (value === true) return text('yes');
  if (field === undefined) return value;
  const labelOf = (each: unknown) =>
    field.options?.find((option) => option.value === String(each))?.label ?? String(each);
  if (Array.isArray(value)) return value.map(labelOf).join(', ');
  if (field.control === 'line' && typeof value === 'string') return typedTitle(value);
  return typeof value === 'object' ? value : labelOf(value);
};
