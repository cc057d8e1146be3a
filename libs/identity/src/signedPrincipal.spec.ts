import { anonymous, type Principal, system } from './principal.ts';
import { createVerifier } from './rememberedSeals.ts';
import { signPrincipal } from './signedPrincipal.ts';

const now = new Date('2026-01-01T12:00:00Z');
const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);

const editor: Principal = {
  kind: 'user',
  id: 2,
  login: 'Zoë',
  roles: ['editor'],
  credential: { kind: 'application-password', uuid: '0c5a2a3e-5c2b-4f0a-9a55-1b8ff1f9a001' },
};

/** Returns the content of a header as a process with the site's secret accepts it. */
const verify = (header: string, at = now, recipient = 'core') =>
  createVerifier({ secret: 'secret' }, recipient)(header, at);

describe('the signed principal', () => {
  it.each([anonymous, system, editor])('survives a round trip', (principal) => {
    expect(verify(signPrincipal(principal, 'secret', now), later(59_999))?.principal).toEqual(principal);
  });

  it('is invalid after a minute', () => {
    expect(verify(signPrincipal(editor, 'secret', now), later(60_000))).toBeUndefined();
  });

  it('is refused under another secret', () => {
    expect(verify(signPrincipal(editor, 'other', now))).toBeUndefined();
  });

  it('is refused when its payload is replaced', () => {
    const seal = signPrincipal(anonymous, 'secret', now).split('.')[1];
    const payload = signPrincipal(system, 'other', now).split('.')[0];
    expect(verify(`${payload}.${seal}`)).toBeUndefined();
  });

  it.each(['', '.', 'abc', 'a.b.c', `${'x'.repeat(5_000)}.AA`])('is refused when it is damaged: %#', (header) => {
    expect(verify(header)).toBeUndefined();
  });

  it('is trusted by its recipient alone', () => {
    const header = signPrincipal(editor, 'secret', now, { for: 'core' });
    expect(verify(header)?.principal).toEqual(editor);
    for (const other of ['calendar', 'Core', '', 'constructor']) expect(verify(header, now, other)).toBeUndefined();
  });

  it('names sender and recipient in a form that a former release reads as before', () => {
    const [payload = ''] = signPrincipal(editor, 'secret', now, { from: 'misc', for: 'core' }).split('.');
    const read = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(read).toEqual({ principal: editor, expires: later(60_000).getTime(), from: 'misc', for: 'core' });
  });

  it('names its sender, and none in the form of a former release', () => {
    const senderOf = (header: string) => verify(header)?.from;
    expect(senderOf(signPrincipal(editor, 'secret', now, { from: 'misc', for: 'core' }))).toBe('misc');
    expect(senderOf(signPrincipal(editor, 'secret', now, { for: 'core' }))).toBeUndefined();
  });

  it('is refused with anything behind the seal', () => {
    expect(verify(`${signPrincipal(system, 'secret', now)}.`)).toBeUndefined();
  });
});
