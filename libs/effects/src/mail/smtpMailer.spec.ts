import { createResolve } from '@almanac/outgoing';
import { startFakeDns } from '@almanac/outgoing/testing';
import { type MailServer, startMailServer, textOf } from '@almanac/testing/mail-server';
import { createSmtpMailer } from './smtpMailer.ts';

const mail = {
  id: 'effect-7',
  from: 'no-reply@site.test',
  to: 'ana@example.test',
  subject: 'Votre code pour le café',
  text: 'Code : 123456\n',
};

const never = new AbortController().signal;

describe('mail by SMTP', () => {
  let server: MailServer;
  beforeEach(async () => {
    server = await startMailServer();
  });
  afterEach(() => server.close());

  const failure = async (url = server.url): Promise<Error> =>
    createSmtpMailer({ url })
      .send(mail, never)
      .then(
        () => new Error('it was sent'),
        (error) => error,
      );

  it('is accepted by the server, with an id that is the same in every try', async () => {
    const mailer = createSmtpMailer({ url: server.url });
    await mailer.send(mail, never);
    await mailer.send(mail, never);
    const [first, second] = server.received;
    expect([first?.from, first?.to, textOf(first?.source ?? '')]).toEqual([mail.from, [mail.to], mail.text.trim()]);
    for (const each of [first, second]) expect(each?.source).toMatch(/^Message-ID: <effect-7@site\.test>$/im);
  });

  it.each([
    ['550 5.1.1 ana@example.test is unknown here', true],
    ['451 4.3.0 ana@example.test: try later', false],
  ])('fails without a name if the server answers %s', async (refusal, isFinal) => {
    server.refusal = refusal;
    const error = await failure();
    expect(error.message).toMatch(/^the mail server did not take the mail with \d+ \(EENVELOPE\)$/);
    expect([error.cause, error.name === 'FinalRefusalError']).toEqual([undefined, isFinal]);
    expect(Object.values(error).join()).not.toContain('ana');
  });

  it('may be retried if the server is away', async () => {
    await server.close();
    const error = await failure();
    expect([error.name, error.message]).toEqual(['Error', expect.stringContaining('did not take the mail')]);
    expect(JSON.stringify([error, error.stack])).not.toContain('ana@');
  });

  it('goes to a server by a short name, as libs/outgoing resolves it', async () => {
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return ['127.0.0.1'];
    };
    const url = server.url.replace('127.0.0.1', 'mail');
    await createSmtpMailer({ url, resolve }).send(mail, never);
    expect([asked, server.received.length]).toEqual([['mail'], 1]);
  });

  it('may be retried, and ends with its try, while no name server answers', async () => {
    const dns = await startFakeDns(() => undefined);
    const resolve = createResolve({ servers: dns.servers });
    const url = server.url.replace('127.0.0.1', 'mail.test');
    const sent = createSmtpMailer({ url, resolve }).send(mail, AbortSignal.timeout(50));
    await expect(sent).rejects.toThrow('the mail server did not take the mail (timeout)');
    await dns.close();
  });
});
