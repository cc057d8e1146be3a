import { stringify } from 'yaml';

/** A tree of default values, as `values.yaml` has it. */
export interface Values {
  readonly [name: string]: Value;
}
export type Value = string | number | boolean | readonly Value[] | Values;

/**
 * Writes the places of a manifest that depend on values. The chart names the values in templates; the kustomization has
 * the defaults. Both have the same text around these places.
 */
export interface Form {
  /** Returns a scalar. */
  value(path: string): string;
  /** Returns a member with a value of any kind, or nothing if the value is empty. */
  member(key: string, path: string, indent: number): string;
  /** Returns the items of a list, to stand below other items. */
  items(path: string, indent: number): string;
  /** Returns the text if the value is true, or a text that is not empty. */
  when(path: string, text: string): string;
  /** Returns the text in all other cases. */
  unless(path: string, text: string): string;
  /** Returns one text for each member of an object, in the order of their names. */
  each(path: string, textOf: (name: string, value: string) => string): string;
}

const pad = (indent: number): string => ' '.repeat(indent);

/** The form of the chart: Helm's templates. */
export const chartForm: Form = {
  value: (path) => `{{ ${named(path)} | toJson }}`,
  member: (key, path, indent) =>
    action(`with ${named(path)}`, `${pad(indent)}${key}:\n{{ toYaml . | indent ${indent + 2} }}\n`),
  items: (path, indent) => action(`with ${named(path)}`, `{{ toYaml . | indent ${indent} }}\n`),
  when: (path, text) => action(`if ${named(path)}`, text),
  unless: (path, text) => action(`if not ${named(path)}`, text),
  each: (path, textOf) =>
    action(`range $name, $value := ${named(path)}`, textOf('{{ $name }}', '{{ $value | toString | toJson }}')),
};

/** Returns a path as templates take it: names of volumes may have hyphens. */
const named = (path: string): string =>
  path.includes('-')
    ? `(index .Values ${path
        .split('.')
        .map((name) => JSON.stringify(name))
        .join(' ')})`
    : `.Values.${path}`;

const action = (condition: string, text: string): string => `{{- ${condition} }}\n${text}{{- end }}\n`;

/** Returns the form with the default values in place. */
export const plainForm = (values: Values): Form => {
  const at = (path: string): Value => {
    const found = path.split('.').reduce<Value | undefined>((value, name) => membersOf(value)[name], values);
    if (found === undefined) throw new Error(`values.yaml has no ${path}`);
    return found;
  };
  return {
    value: (path) => JSON.stringify(at(path)),
    member: (key, path, indent) => (isEmpty(at(path)) ? '' : `${pad(indent)}${key}:\n${yaml(at(path), indent + 2)}`),
    items: (path, indent) => (isEmpty(at(path)) ? '' : yaml(at(path), indent)),
    when: (path, text) => (isEmpty(at(path)) ? '' : text),
    unless: (path, text) => (isEmpty(at(path)) ? text : ''),
    each: (path, textOf) =>
      Object.entries(membersOf(at(path)))
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, value]) => textOf(name, JSON.stringify(String(value))))
        .join(''),
  };
};

/** Returns the members of an object; none of any other value. */
export const membersOf = (value: Value | undefined): Values => (isObject(value) ? value : {});

export const isObject = (value: Value | undefined): value is Values =>
  typeof value === 'object' && !Array.isArray(value);

const isEmpty = (value: Value): boolean =>
  value === '' || value === false || (typeof value === 'object' && Object.keys(value).length === 0);

const yaml = (value: Value, indent: number): string =>
  stringify(value, { lineWidth: 0 }).replaceAll(/^(?=.)/gm, pad(indent));
