import { ownAddress } from '@almanac/infra/site-options';
import { type Command, Option } from 'commander';

const ABOUT =
  'Serves the Model Context Protocol on standard input and output. Programs with language models start it, and use ' +
  'operations of the site as tools, with the rights of an account. Without an account they read as a visitor.';

const EXAMPLES = `
Examples:
  ALMANAC_URL=https://calendar.example.org/fr/ almanac mcp
  almanac mcp --user maria --namespaces cal/events/v1,core/v2     with ALMANAC_PASSWORD`;

interface McpOptions {
  readonly site: string;
  readonly user?: string;
  readonly password?: string;
  readonly namespaces: string;
}

export const mcpCommand = (program: Command): void => {
  program
    .command('mcp')
    .summary('let programs with language models use a site')
    .description(ABOUT)
    .addOption(
      new Option('--site <address>', 'any address of the site, which also decides the language')
        .env('ALMANAC_URL')
        .default(ownAddress()),
    )
    .addOption(new Option('--user <login>', 'an account of the site').env('ALMANAC_USER'))
    .addOption(new Option('--password <password>', 'an application password of that account').env('ALMANAC_PASSWORD'))
    .addOption(
      new Option('--namespaces <names>', 'the namespaces whose operations are tools, separated by commas')
        .env('ALMANAC_NAMESPACES')
        .default('cal/events/v1'),
    )
    .addHelpText('after', EXAMPLES)
    .action(async ({ site, user, password, namespaces }: McpOptions) => {
      const [{ restRootOf }, { serveStdio }, { ConfigurationError }] = await Promise.all([
        import('@almanac/infra/rest-root'),
        import('@almanac/gateway/mcp-stdio'),
        import('@almanac/service'),
      ]);
      if ((user === undefined) !== (password === undefined))
        throw new ConfigurationError(
          'An account needs both a login and an application password: set ALMANAC_USER and ALMANAC_PASSWORD, or neither.',
        );
      await serveStdio({
        root: await restRootOf(site),
        account: user === undefined || password === undefined ? undefined : { login: user, password },
        namespaces: namespaces.split(',').map((each) => each.trim()),
        now: () => new Date(),
      });
    });
};
