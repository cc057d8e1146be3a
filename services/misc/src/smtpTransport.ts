import { connectConfigured, type Resolve } from '@almanac/outgoing';
import { createTransport } from 'nodemailer';

export interface SmtpServer {
  /** `smtp://user:password@host:587`, or `smtps://…` */
  readonly url: string;
  /** Milliseconds for each step: connecting, the greeting, an answer. */
  readonly patience: number;
  /** Default: that of `libs/outgoing` for configured names. */
  readonly resolve?: Resolve | undefined;
}

/** The codes of an error of a mail server or of the client: neither names an address, unlike messages. */
export const smtpCodesOf = (error: unknown): { readonly code?: unknown; readonly responseCode?: unknown } => ({
  ...(error instanceof Error && 'code' in error && { code: error.code }),
  ...(error instanceof Error && 'responseCode' in error && { responseCode: error.responseCode }),
});

/**
 * Makes a transport that connects where `libs/outgoing` finds its host: nodemailer asks `dns.lookup` for short names,
 * which holds a thread for as long as no name server answers. Connecting ends with the signal too.
 */
export const smtpTransport = ({ url, patience, resolve }: SmtpServer, signal?: AbortSignal) => {
  const timeout = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience };
  return createTransport({
    url,
    ...timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: ({ host = 'localhost', port, secure }, done) => {
      const ending = AbortSignal.any([AbortSignal.timeout(patience), ...(signal === undefined ? [] : [signal])]);
      const destination = { host, port: Number(port) || (secure ? 465 : 587) };
      connectConfigured(destination, { signal: ending, resolve }).then(
        (connection) => done(null, { connection }),
        (error) => done(error),
      );
    },
  });
};
