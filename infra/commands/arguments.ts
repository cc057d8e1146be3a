import { InvalidArgumentError } from 'commander';

export const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is no whole number above 0.');
  return Number(text);
};
