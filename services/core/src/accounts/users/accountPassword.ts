import { invalid, invalidParams } from '@almanac/rest';

/** Characters of a password that somebody chooses. */
const SHORTEST = 12;
/** Longer ones are refused unheard when somebody signs in: hashing them would take long. */
export const LONGEST_PASSWORD = 4_096;

/** What no password may be, as clients know it; undefined for what may be one. */
export const impossiblePassword = (password: string): ReturnType<typeof invalid> | undefined =>
  password === '' || password.includes('\\')
    ? invalid('{name} must not be empty and has no backslash.', 'rest_user_invalid_password')
    : undefined;

/**
 * Checks a password that is to be an account's (docs/interface/core-users.md §4).
 * @throws DomainError 400 `rest_invalid_param` with `rest_user_invalid_password`
 */
export const checkNewPassword = async (password: string): Promise<void> => {
  if (password.length > LONGEST_PASSWORD) {
    throw weak('{name} must have at most {longest} characters.', { longest: LONGEST_PASSWORD });
  }
  if ([...password.normalize('NFC')].length < SHORTEST) {
    throw weak('{name} must have at least {shortest} characters.', { shortest: SHORTEST });
  }
  const impossible = impossiblePassword(password);
  if (impossible !== undefined) throw invalidParams({ password: impossible });
  if (await isCommon(password)) throw weak('{name} is a password that many people use.');
};

const weak = (message: string, params: Readonly<Record<string, number>> = {}): Error =>
  invalidParams({ password: invalid(message, 'rest_user_invalid_password', params) });

/** A list of some 50,000, read when the first password is chosen. */
const isCommon = async (password: string): Promise<boolean> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'].includes(password.toLowerCase());
};
