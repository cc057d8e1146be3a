/** A JSON schema, as the interface describes values. */
export interface Schema {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Reference {
  readonly $ref: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

type Contents = Readonly<Record<string, { readonly schema: Schema }>>;

interface Answer {
  readonly content?: Contents;
}

/** An operation of an OpenAPI document of the interface. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Contents };
  readonly responses: Readonly<Record<string, Answer | Reference>>;
  /** Present if the operation needs a signed-in user. */
  readonly security?: readonly unknown[];
}

/** The members of an OpenAPI document from which tools are made. */
export interface InterfaceDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** Returns the parameters of an operation in its address; those in headers are shared components. */
export const addressParameters = ({ parameters = [] }: DescribedOperation): Parameter[] =>
  parameters.flatMap((each) => ('$ref' in each || (each.in !== 'path' && each.in !== 'query') ? [] : [each]));

/** Returns the schema of an operation's JSON body; undefined without one. */
export const bodySchema = ({ requestBody }: DescribedOperation, document: InterfaceDocument): Schema | undefined => {
  const schema = requestBody?.content['application/json']?.schema;
  return schema?.$ref === undefined ? schema : componentAt(schema.$ref, document);
};

/** True if an operation answers with JSON and takes either no body or JSON: others are files, pages and streams. */
export const isJson = (operation: DescribedOperation): boolean => {
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  const content = success !== undefined && 'content' in success ? success.content : undefined;
  const { requestBody } = operation;
  const takesJson = requestBody === undefined || 'application/json' in requestBody.content;
  return takesJson && (content === undefined || 'application/json' in content);
};

const COMPONENT = '#/components/schemas/';

/** Members of schemas that say nothing to a caller. */
const OMITTED: ReadonlySet<string> = new Set(['example', 'examples', 'readOnly', '$schema']);

/** Maximum depth of nested schemas; deeper values may be anything, and the interface checks them. */
const MAX_DEPTH = 6;

/** Returns a schema with its references replaced by their schemas, since many clients of tools follow none. */
export const inlined = (schema: Schema, document: InterfaceDocument, depth = 0): Schema => {
  if (schema.$ref !== undefined)
    return depth >= MAX_DEPTH ? {} : inlined(componentAt(schema.$ref, document), document, depth + 1);
  const members = Object.entries(schema).filter(([name]) => !OMITTED.has(name));
  return Object.fromEntries(members.map(([name, value]) => [name, inlinedValue(value, document, depth + 1)]));
};

const inlinedValue = (value: unknown, document: InterfaceDocument, depth: number): unknown => {
  if (Array.isArray(value)) return value.map((each) => inlinedValue(each, document, depth));
  if (typeof value !== 'object' || value === null) return value;
  return inlined(Object.fromEntries(Object.entries(value)), document, depth);
};

const componentAt = (reference: unknown, { components }: InterfaceDocument): Schema => {
  const name = String(reference).slice(COMPONENT.length);
  const schemas = components?.schemas ?? {};
  return Object.hasOwn(schemas, name) ? (schemas[name] ?? {}) : {};
};
