import { type PrivateTargets, parsePrivateTargets } from '@almanac/outgoing';
import { suggestion } from '@almanac/service/nearest-name';
import { type Command, InvalidArgumentError } from 'commander';

export interface JsonOption {
  readonly json: boolean;
}

/** Adds `--json`, which every command with results has. */
export const jsonOption = (command: Command): Command =>
  command.option('--json', 'print one JSON list of results instead of text', false);

export const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(text);
};

/** Reads the hosts and networks of `PRIVATE_TARGETS`. */
export const privateTargets = (text: string): PrivateTargets => {
  const parsed = parsePrivateTargets(text);
  if (parsed !== undefined) return parsed;
  throw new InvalidArgumentError('Name hosts, addresses or networks, such as staging.internal,10.2.0.0/16.');
};

/** Returns the parser of an argument with fixed values, which suggests the nearest. */
export const oneOf =
  (values: readonly string[]) =>
  (text: string): string => {
    if (values.includes(text)) return text;
    throw new InvalidArgumentError(`It must be one of: ${values.join(', ')}.${suggestion(text, values)}`);
  };
