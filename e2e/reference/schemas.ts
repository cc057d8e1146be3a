import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface Content {
  readonly schema: object;
  readonly example?: unknown;
}
type Contents = Readonly<Record<string, Content>>;

interface Operation {
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly content?: Contents }>>;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** A place of an OpenAPI document that may hold an example. */
export interface Place {
  /** `post /core/v2/posts` */
  readonly operation: string;
  /** `request`, or the status of an answer. */
  readonly part: string;
  readonly type: string;
  readonly content: Content;
}

const pointer = (...parts: readonly string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

const JSON_TYPE = 'application/json';

/** Returns the bodies of a document: requests in their first content type, and successful answers. */
export const placesOf = ({ paths }: Document): Place[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody, responses }]) => {
      const operation = `${method} ${path}`;
      const asked = Object.entries(requestBody?.content ?? {}).slice(0, 1);
      const answered = Object.entries(responses).filter(([status]) => status < '300');
      return [
        ...asked.map(([type, content]) => ({ operation, part: 'request', type, content })),
        ...answered.flatMap(([part, { content = {} }]) =>
          Object.entries(content).map(([type, each]) => ({ operation, part, type, content: each })),
        ),
      ];
    }),
  );

/** Creates a function that returns how a value violates the schema of a place; `''` if it is valid. */
export const createFit = (document: Document) => {
  const ajv = new Ajv2020({ strict: false, logger: false, unicodeRegExp: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  return ({ operation, part, type }: Place, value: unknown): string => {
    const [method = '', path = ''] = operation.split(' ');
    const body = part === 'request' ? ['requestBody'] : ['responses', part];
    const at = pointer('paths', path, method, ...body, 'content', type, 'schema');
    const validate = ajv.getSchema(`document#${at}`) ?? ajv.compile({ $ref: `document#${at}` });
    return validate(value) ? '' : ajv.errorsText(validate.errors, { dataVar: 'example' });
  };
};

export const isJson = ({ type }: Place): boolean => type === JSON_TYPE;
