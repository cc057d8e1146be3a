/** Returns a login from an e-mail address: 60 of the characters that a login may have. */
export const loginFrom = (email: string): string => email.replaceAll(/[^A-Za-z0-9_.\-@]/g, '.').slice(0, 60);
