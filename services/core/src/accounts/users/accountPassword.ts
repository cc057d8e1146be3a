import { invalid, invalidParams } from '@almanac/rest';

/** Minimum length of a chosen password, in characters. */
const MIN_PASSWORD_LENGTH = 12;
/** Maximum password length; longer passwords are refused at sign-in before the slow hash. */
export const MAX_PASSWORD_LENGTH = 4_096;

/** Returns the error of a password that is never allowed, in the form clients know; undefined if it is allowed. */
export const impossiblePassword = (password: string): ReturnType<typeof invalid> | undefined =>
  password === '' || password.includes('\\')
    ? invalid('{name} must not be empty and has no backslash.', 'rest_user_invalid_password')
    : undefined;

/**
 * Checks a new account password (docs/interface/core-users.md §4).
 * @throws DomainError 400 `rest_invalid_param` with `rest_user_invalid_password`
 */
export const checkNewPassword = async (password: string): Promise<void> => {
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw weak('{name} must have at most {longest} characters.', { longest: MAX_PASSWORD_LENGTH });
  }
  if ([...password.normalize('NFC')].length < MIN_PASSWORD_LENGTH) {
    throw weak('{name} must have at least {shortest} characters.', { shortest: MIN_PASSWORD_LENGTH });
  }
  const impossible = impossiblePassword(password);
  if (impossible !== undefined) throw invalidParams({ password: impossible });
  if (await isCommon(password)) throw weak('{name} is a password that many people use.');
};

const weak = (message: string, params: Readonly<Record<string, number>> = {}): Error =>
  invalidParams({ password: invalid(message, 'rest_user_invalid_password', params) });

/** True if the password is one of about 50,000 common ones. The list is loaded at the first use. */
const isCommon = async (password: string): Promise<boolean> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'].includes(password.toLowerCase());
};
