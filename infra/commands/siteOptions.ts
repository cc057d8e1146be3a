import { type Command, Option } from 'commander';

/** The options for a connection to a running site. */
export interface SiteOptions {
  /** Any address of the site. */
  readonly site?: string;
  readonly user?: string;
  readonly password?: string;
}

/** Returns the default address of `npm start`. */
export const ownAddress = (): string => `http://localhost:${process.env.PORT || 8080}`;

/** @param about additional help for the address */
export const reachOptions = (command: Command, about = ''): Command =>
  command
    .option('--site <address>', `any address of the site${about && `; ${about}`} (default: ${ownAddress()})`)
    .addOption(new Option('--user <login>', 'an account of the site').env('ALMANAC_USER'))
    .addOption(new Option('--password <password>', 'an application password of that account').env('ALMANAC_PASSWORD'));
