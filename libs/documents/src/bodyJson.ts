/** The JSON of long bodies, made before the transaction that stores them. */
const prepared = new WeakMap<object, string>();

const isObject = (body: unknown): body is object => typeof body === 'object' && body !== null;

/** Returns the JSON of a body, and keeps it for the write that follows. */
export const prepareJson = (body: unknown): string => {
  const json = JSON.stringify(body);
  if (isObject(body)) prepared.set(body, json);
  return json;
};

/** Returns the JSON of a body that is stored; a prepared one serves once. */
export const jsonOfBody = (body: unknown): string => {
  const json = isObject(body) ? prepared.get(body) : undefined;
  if (json === undefined) return JSON.stringify(body);
  if (isObject(body)) prepared.delete(body);
  return json;
};
