import type { ArgDescription, RouteDescription } from './describe.ts';
import { createPause } from './inSlices.ts';
import type { BodyForm, Method } from './route.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A method of a path, and the endpoint that answers it. */
export interface DescribedOperation {
  readonly route: RouteDescription;
  readonly method: Method;
  /** The index of the route's endpoint: the first with the method answers it, as in routing. */
  readonly index: number;
}

/** The differences between OpenAPI documents. */
export interface OpenApiForm {
  /** Content types of bodies. */
  readonly bodyTypes: readonly string[];
  /** Members of an operation beside summary, parameters and body: at least its responses. */
  readonly operation: (operation: DescribedOperation) => Json & { readonly responses: Json };
  /** Schema, and description if any, of an argument in path or query. */
  readonly parameter: (arg: ArgDescription | undefined, place: 'path' | 'query') => Json & { readonly schema: Json };
  /** Headers that an operation reads, as parameters; without it, none. */
  readonly headers?: (operation: DescribedOperation) => readonly Json[];
  /** The schema of an argument in a body. */
  readonly member: (arg: ArgDescription) => Json;
  /** Returns the schema of a body as the document names it; without it, in place. */
  readonly body?: (schema: Json, operation: DescribedOperation) => Json;
  /** The description of a file in a form. */
  readonly fileDescription?: string;
}

/**
 * Returns the paths of an OpenAPI document by template: arguments of reads in the query, those of writes in the body.
 * Other requests are answered between two paths.
 */
export const openApiPaths = async (
  routes: readonly RouteDescription[],
  form: OpenApiForm,
): Promise<Readonly<Record<string, Readonly<Record<string, Json>>>>> => {
  const pause = createPause();
  const paths: [string, Readonly<Record<string, Json>>][] = [];
  for (const route of routes) {
    await pause();
    const operations = route.methods.map(
      (method) => [method.toLowerCase(), operationOf(operation(route, method), form)] as const,
    );
    paths.push([route.template, Object.fromEntries(operations)]);
  }
  return Object.fromEntries(paths);
};

const operation = (route: RouteDescription, method: Method): DescribedOperation => ({
  route,
  method,
  index: route.endpoints.findIndex((endpoint) => endpoint.methods.includes(method)),
});

const operationOf = (operation: DescribedOperation, form: OpenApiForm): Json => {
  const { route, method, index } = operation;
  const declared = new Map(Object.entries<ArgDescription>(route.endpoints[index]?.args ?? {}));
  const captured = [...route.template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const others = [...declared].filter(([name]) => !captured.includes(name));
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  const special = route.bodies?.[index] ?? (route.raw[index] === true ? 'raw' : null);
  const inQuery = hasBody && special === null ? [] : others;
  return {
    ...form.operation(operation),
    summary: route.summaries[index],
    parameters: [
      ...captured.map((name) => ({ name, in: 'path', required: true, ...form.parameter(declared.get(name), 'path') })),
      ...inQuery.map(([name, arg]) => queryParameter(name, arg, form)),
      ...(form.headers?.(operation) ?? []),
    ],
    ...(hasBody && { requestBody: special === null ? bodyOf(others, operation, form) : bodyOfForm(special, form) }),
  };
};

const queryParameter = (name: string, arg: ArgDescription, form: OpenApiForm): Json => ({
  name,
  in: 'query',
  required: arg.required,
  ...(arg.type === 'array' && { style: 'form', explode: false }),
  ...(arg.type === 'object' && { style: 'deepObject', explode: true }),
  ...form.parameter(arg, 'query'),
});

const BYTES = { type: 'string', format: 'binary' };

/** Returns a body that the handler reads: bytes, a file by itself or in a form, or a list. */
const bodyOfForm = (special: BodyForm, { fileDescription: description }: OpenApiForm): Json => {
  if (special === 'list') return { content: { 'application/json': { schema: { type: 'array', items: {} } } } };
  if (special === 'raw') return { content: { '*/*': { schema: BYTES } } };
  const file = { ...BYTES, ...(description !== undefined && { description }) };
  const form = { type: 'object', properties: { file }, required: ['file'] };
  return {
    required: true,
    content: { 'multipart/form-data': { schema: form }, 'application/octet-stream': { schema: BYTES } },
  };
};

const bodyOf = (
  args: readonly (readonly [string, ArgDescription])[],
  operation: DescribedOperation,
  { bodyTypes, member, body = (schema) => schema }: OpenApiForm,
): Json => {
  const whole = objectSchema(Object.fromEntries(args), member);
  const schema = body(whole, operation);
  return {
    ...(whole.required !== undefined && { required: true }),
    content: Object.fromEntries(bodyTypes.map((type) => [type, { schema }])),
  };
};

/** Returns an object schema. Descriptions mark required properties; OpenAPI lists their names at the object. */
export const objectSchema = <Described extends { readonly required?: boolean | undefined }>(
  properties: Readonly<Record<string, Described>>,
  schemaOf: (described: Described) => Json,
): Json => {
  const required = Object.keys(properties).filter((name) => properties[name]?.required);
  const schemas = Object.entries(properties).map(([name, described]) => [name, schemaOf(described)]);
  return { type: 'object', properties: Object.fromEntries(schemas), ...(required.length > 0 && { required }) };
};
