import { type Command, Option } from 'commander';

/** How a running site is reached. */
export interface SiteOptions {
  /** Any address of the site. */
  readonly site?: string;
  readonly user?: string;
  readonly password?: string;
}

/** Where `npm start` listens. */
export const ownAddress = (): string => `http://localhost:${process.env.PORT || 8080}`;

/** @param about what else is to say of the address */
export const reachOptions = (command: Command, about = ''): Command =>
  command
    .option('--site <address>', `any address of the site${about && `; ${about}`} (default: ${ownAddress()})`)
    .addOption(new Option('--user <login>', 'an account of the site').env('ALMANAC_USER'))
    .addOption(new Option('--password <password>', 'an application password of that account').env('ALMANAC_PASSWORD'));
