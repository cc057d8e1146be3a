import { ownAddress } from '@almanac/infra/site-options';
import { type Command, Option } from 'commander';

/**
 * Adds the options for a connection to a running site.
 * @param about additional help for the address
 */
export const reachOptions = (command: Command, about = ''): Command =>
  command
    .option('--site <address>', `any address of the site${about && `; ${about}`} (default: ${ownAddress()})`)
    .addOption(new Option('--user <login>', 'an account of the site').env('ALMANAC_USER'))
    .addOption(new Option('--password <password>', 'an application password of that account').env('ALMANAC_PASSWORD'));
