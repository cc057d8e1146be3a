import { permalinkReader } from './permalink.ts';

const read = (structure: string, path: string) => permalinkReader([structure])(path);

describe('a former permalink structure of a site', () => {
  it.each<[string, string, object[]]>([
    ['/%year%/%monthnum%/%day%/%postname%/', '/2019/05/01/hello-world/', [{ slug: 'hello-world' }]],
    ['/%year%/%monthnum%/%day%/%postname%/', '/2019/05/01/hello-world', [{ slug: 'hello-world' }]],
    ['/%year%/%monthnum%/%postname%/', '/19/05/hello/', []],
    ['/%year%/%monthnum%/%postname%/', '/2019/05/hello/more/', []],
    ['/archives/%post_id%', '/archives/12', [{ id: 12 }]],
    ['/archives/%post_id%', '/archives/12x', []],
    ['archives/%post_id%.html', '/archives/12.html', [{ id: 12 }]],
    ['/archives/%post_id%.html', '/archives/12xhtml', []],
    ['/%category%/%postname%/', '/news/town/hello/', [{ slug: 'hello' }]],
    ['/%author%/%post_id%/%postname%/', '/ada/7/hello/', [{ id: 7, slug: 'hello' }]],
    ['/%postname%/', '/a%20b/', [{ slug: 'a%20b' }]],
    ['/%year%/%monthnum%/', '/2019/05/', []],
    ['/%postname%/%postname%/', '/a/a/', []],
    ['/%pagename%/%postname%/', '/a/a/', []],
    ['/(a+)+%postname%', `/${'a'.repeat(40)}!`, []],
    ['', '/', []],
  ])('is read: %s from %s', (structure, path, named) => {
    expect(read(structure, path)).toEqual(named);
  });

  it('comes before those that follow it', () => {
    const named = permalinkReader(['/%postname%/', '/%year%/', '/%post_id%/'])('/12/');
    expect(named).toEqual([{ slug: '12' }, { id: 12 }]);
  });

  it('costs little for an address that was made to be slow', () => {
    const before = process.threadCpuUsage();
    for (const part of ['a/', '1/', '%']) read('/%author%/%category%/%year%/%postname%/', `/${part.repeat(990)}`);
    read('/%author%%category%%postname%%post_id%-x', `/${'1'.repeat(1_990)}`);
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
