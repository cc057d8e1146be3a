/** Parses a body as JSON, whatever its content type; undefined if it is not JSON. */
export const jsonOf = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
};
