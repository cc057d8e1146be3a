import { z } from 'zod';

const hours = z.int().meta({ description: 'Hours a 301 may be kept; 0 says nothing about it, -1 forbids it.' });
const days = z.int().meta({ description: 'Days that records are kept; 0 for ever, -1: none are made.' });

/** The settings of `redirection/v1` that affect visits. */
export const redirectOptions = z.object({
  https: z.boolean().meta({ description: 'Whether plain requests are sent to https.' }),
  preferred_domain: z.string().meta({ description: '`www`, `nowww`, or empty.' }),
  relocate: z.string().meta({ description: 'The site that everything is sent to; empty for none.' }),
  aliases: z.array(z.string()).meta({ description: 'Hosts whose visits are sent to the site.' }),
  headers: z
    .array(
      z.object({
        headerName: z.string(),
        headerValue: z.string(),
        location: z.string().meta({ description: '`site`: every page; `redirect`: redirects alone.' }),
      }),
    )
    .meta({ description: 'Headers of answers.' }),
  redirect_cache: hours,
  track_hits: z.boolean().meta({ description: 'Whether visits of a rule are counted.' }),
  expire_redirect: days,
  expire_404: days,
  log_header: z.boolean().meta({ description: 'Whether records have the headers of the request.' }),
  log_external: z.boolean().meta({ description: 'Whether redirects that no rule made are recorded.' }),
  ip_logging: z.int().meta({ description: 'Addresses in records: 0 none, 1 whole, 2 without their last part.' }),
  ip_headers: z.array(z.string()).meta({ description: 'Headers that say who calls, such as `HTTP_X_FORWARDED_FOR`.' }),
  ip_proxy: z.array(z.string()).meta({ description: 'Addresses whose headers are believed; empty: everybody’s.' }),
  permalinks: z
    .array(z.string())
    .optional()
    .meta({ description: 'Structures of addresses that the site had before, such as `/%year%/%postname%/`.' }),
});
export type RedirectOptions = z.infer<typeof redirectOptions>;

/** The default options of a site. */
export const defaultRedirectOptions: RedirectOptions = {
  https: false,
  preferred_domain: '',
  relocate: '',
  aliases: [],
  headers: [],
  redirect_cache: 1,
  track_hits: true,
  expire_redirect: 7,
  expire_404: 7,
  log_header: false,
  log_external: false,
  ip_logging: 0,
  ip_headers: [],
  ip_proxy: [],
  permalinks: [],
};
