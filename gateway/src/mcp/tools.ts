import {
  addressParameters,
  bodySchema,
  type DescribedOperation,
  type InterfaceDocument,
  inlined,
  isJson,
  type Schema,
} from './interfaceDocument.ts';

/** An operation of the interface as a tool. */
export interface InterfaceTool {
  /** The id of the operation: `listEvents`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly method: string;
  /** The path below the REST root, with its captures: `/cal/events/v1/events/{id}`. */
  readonly path: string;
  /** The schema of each argument. */
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  /** The arguments in the query of the address. */
  readonly inQuery: ReadonlySet<string>;
  /** True if the only argument in the body is the whole body. */
  readonly hasWholeBody: boolean;
  readonly needsSignIn: boolean;
}

/** The argument of a tool whose body is no object. */
export const WHOLE_BODY = 'body';

/** The argument that names the language of a request. */
export const LANGUAGE = 'i18n_language';

/** The argument that names the members of an answer. */
export const FIELDS = '_fields';

/** Records on one page of a tool's result. */
export const PAGE_SIZE = { default: 10, maximum: 50 };

const LANGUAGE_SCHEMA: Schema = {
  type: 'string',
  maxLength: 35,
  description: 'The language of the site in which to read or write, such as fr-ca. Default: its main language.',
};

const FIELDS_SCHEMA: Schema = {
  type: 'string',
  maxLength: 1_000,
  description: 'Only these members of the answer, separated by commas: id,title or events.id,events.title,total.',
};

/** Names that programs accept for the arguments of tools. */
const ARGUMENT_NAME = /^[\w.-]{1,64}$/;

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete']);

/**
 * Returns the tools of an interface, one for each operation that takes and gives JSON.
 * PUT and PATCH beside POST do the same and have no tools. Nor do changes by slug, since each record has an id, and
 * namespace indexes, which describe what the tools describe.
 */
export const toolsOf = (document: InterfaceDocument): InterfaceTool[] =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method, operation]) => METHODS.has(method) && isJson(operation) && isNeeded(path, method, operations))
      .map(([method, operation]) => toolOf(document, { path, method, operation })),
  );

const isNeeded = (path: string, method: string, operations: Readonly<Record<string, DescribedOperation>>): boolean => {
  if (method === 'get') return !operations.get?.operationId.endsWith('Index');
  if (path.endsWith('/by-slug/{slug}')) return false;
  return !((method === 'put' || method === 'patch') && 'post' in operations);
};

interface OperationPlace {
  readonly path: string;
  readonly method: string;
  readonly operation: DescribedOperation;
}

const toolOf = (document: InterfaceDocument, { path, method, operation }: OperationPlace): InterfaceTool => {
  const inAddress = addressParameters(operation).filter(({ name }) => ARGUMENT_NAME.test(name));
  const query = inAddress.filter((each) => each.in === 'query').map(({ name }) => name);
  const body = bodyArguments(document, operation);
  const properties = {
    ...body.properties,
    ...Object.fromEntries(inAddress.map(({ name, schema, description }) => [name, { ...schema, description }])),
  };
  const common = { [LANGUAGE]: LANGUAGE_SCHEMA, ...(method === 'get' && { [FIELDS]: FIELDS_SCHEMA }) };
  const { summary, description = '' } = operation;
  return {
    name: operation.operationId,
    title: summary,
    description: `${summary} ${description}`.trim(),
    method: method.toUpperCase(),
    path,
    properties: paged({ ...common, ...properties }),
    required: [...inAddress.filter(({ required }) => required).map(({ name }) => name), ...body.required],
    inQuery: new Set([...query, LANGUAGE, FIELDS]),
    hasWholeBody: body.isWhole,
    needsSignIn: operation.security !== undefined,
  };
};

const bodyArguments = (document: InterfaceDocument, operation: DescribedOperation) => {
  const schema = bodySchema(operation, document);
  if (schema === undefined) return { properties: {}, required: [], isWhole: false };
  const { properties, required = [] } = schema;
  if (properties === undefined)
    return { properties: { [WHOLE_BODY]: inlined(schema, document) }, required: [WHOLE_BODY], isWhole: true };
  const named = Object.entries(properties).filter(([name]) => ARGUMENT_NAME.test(name));
  const schemas = named.map(([name, each]) => [name, inlined(each, document)] as const);
  return { properties: Object.fromEntries(schemas), required, isWhole: false };
};

/** Limits the size of pages, if the tool has pages. */
const paged = (properties: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> => {
  const { per_page: size } = properties;
  if (size === undefined) return properties;
  return { ...properties, per_page: { ...size, ...PAGE_SIZE, type: 'integer', minimum: 1 } };
};
