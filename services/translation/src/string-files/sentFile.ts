const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;

/** A file within a body: base64, or its text, which always has a character that base64 has not. */
export const sentBytes = (content: string): Buffer =>
  BASE64.test(content) ? Buffer.from(content, 'base64') : Buffer.from(content);
