import { connectConfigured, type Resolve } from '@almanac/outgoing';

export interface SmtpServer {
  /** `smtp://user:password@host:587`, or `smtps://…` */
  readonly url: string;
  /** Timeout in milliseconds of each step: connecting, the greeting, an answer. */
  readonly patience: number;
  /** Default: the resolver of `libs/outgoing` for configured names. */
  readonly resolve?: Resolve | undefined;
}

/** Returns the codes of an error of a mail server or of the client. Unlike messages they contain no addresses. */
export const smtpCodesOf = (error: unknown): { readonly code?: unknown; readonly responseCode?: unknown } => ({
  ...(error instanceof Error && 'code' in error && { code: error.code }),
  ...(error instanceof Error && 'responseCode' in error && { responseCode: error.responseCode }),
});

/**
 * Creates a transport that resolves its host by `libs/outgoing`. nodemailer uses `dns.lookup` for short names, which
 * blocks a thread as long as no name server answers. The signal aborts connecting too.
 */
export const smtpTransport = async ({ url, patience, resolve }: SmtpServer, signal?: AbortSignal) => {
  const { createTransport } = await import('nodemailer');
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
