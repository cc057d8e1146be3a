import { type AskedBrowser, formIn, type SiteWithPeople, startWithPeople } from './askedSite.contract.ts';

let s: SiteWithPeople;
beforeAll(async () => {
  s = await startWithPeople('administrator', 'editor', 'author', 'contributor', 'subscriber');
});
afterAll(() => s.running.stop());

const browserAs = (role: string): AskedBrowser => s.person(role);
const rest = (role: string, method: string, path: string, body?: object) => s.rest(role, method, path, body);
const saved = async (role: string, view: string, form: Readonly<Record<string, string>>) => {
  const { status, text } = await browserAs(role).send(view, form);
  expect([status, /role="status"/.test(text)]).toEqual([200, true]);
  return formIn(text);
};

const post = { title: 'Harbour', content: 'One\r\nTwo\r\nThree', status: 'draft' };

describe('the versions of a record', () => {
  it('say who changed what, text line by line, in the words of the form', async () => {
    const [music, art] = await Promise.all(
      ['Music', 'Art'].map(async (name) => (await rest('editor', 'POST', '/core/v2/categories', { name })).body.id),
    );
    const form = await saved('author', 'posts', { ...post, 'categories[]': String(music), tags: 'loud' });
    await saved('editor', 'posts', {
      ...form,
      content: 'One\r\n2 & more\r\nThree',
      'categories[]': String(art),
      tags: '',
      status: 'publish',
    });
    expect((await browserAs('author').show(`posts?id=${form.id}`)).text).toContain(
      `/en/admin/posts?id=${form.id}&amp;action=versions">Earlier versions<`,
    );
    const { text } = await browserAs('author').show(`posts?id=${form.id}&action=versions`);
    expect(text).toContain('Versions of “Harbour”');
    expect(text).toMatch(/<\/time> · editor</);
    expect(text).toContain('<td>One\n<del>Two\n</del>Three\n</td><td>One\n<ins>2 &amp; more\n</ins>Three\n</td>');
    expect(text).toContain('<th scope="row">Categories</th><td><del>Music</del></td><td><ins>Art</ins></td>');
    expect(text).toContain('<th scope="row">State</th><td><del>draft</del></td><td><ins>published</ins></td>');
    expect(text).toContain('<th scope="row">Tags</th><td><del>loud</del></td><td class="soft">nothing</td>');
    expect(text.match(/<h3>/g)?.length).toBe(2);
    expect(text).not.toContain('comment_status');
  });

  it('are restored after a question, as a change by the user who asks', async () => {
    const form = await saved('editor', 'posts', { ...post, excerpt: 'Come.' });
    await saved('editor', 'posts', { ...form, title: 'Other', excerpt: '' });
    const asked = await browserAs('editor').show(`posts?id=${form.id}&action=bring-back&version=1`);
    expect(asked.text).toContain('Bring version 1 of “Other” back?');
    expect(asked.text).toContain('<td><del>Other</del></td><td><ins>Harbour</ins></td>');
    const { status, text } = await browserAs('editor').send('posts', {
      id: form.id ?? '',
      action: 'bring-back',
      version: '1',
    });
    expect([status, text.includes('The record is again what it was after version 1')]).toEqual([200, true]);
    expect(formIn(text)).toMatchObject({ title: 'Harbour', excerpt: 'Come.' });
    const again = await browserAs('editor').show(`posts?id=${form.id}&action=versions`);
    expect([...again.text.matchAll(/Bring version/g)].length).toBeGreaterThan(1);
  });

  it.each([
    ['events', { title: 'Fair', start_date: '2031-06-10T19:30', end_date: '2031-06-10T22:00' }, 'description'],
    ['venues', { venue: 'Fair' }, 'city'],
    ['organizers', { organizer: 'Fair' }, 'phone'],
  ])('are restored for %s too, by users who may edit them', async (view, members, member) => {
    const form = await saved('author', view, { ...members, [member]: 'First', status: 'draft' });
    await saved('author', view, { ...form, [member]: 'Second' });
    const { text } = await browserAs('author').show(`${view}?id=${form.id}&action=versions`);
    expect(text).toContain('<td><del>First</del></td><td><ins>Second</ins></td>');
    const sent = { id: form.id ?? '', action: 'bring-back', version: '1' };
    expect(formIn((await browserAs('author').send(view, sent)).text)[member]).toBe('First');
  });

  it('show no password, but restore it', async () => {
    const { id = '' } = await saved('editor', 'posts', post);
    for (const password of ['first-secret', 'second-secret'])
      await rest('editor', 'POST', `/core/v2/posts/${id}`, { password });
    for (const action of ['versions', 'bring-back&version=2']) {
      const { text } = await browserAs('editor').show(`posts?id=${id}&action=${action}`);
      expect([action, /(first|second)-secret/.test(text)]).toEqual([action, false]);
    }
    const { text } = await browserAs('editor').show(`posts?id=${id}&action=versions`);
    expect(text.match(/<th scope="row">password<\/th><td><del>not shown</g)?.length).toBe(2);
    await browserAs('editor').send('posts', { id, action: 'bring-back', version: '2' });
    expect((await rest('editor', 'GET', `/core/v2/posts/${id}?context=edit`)).body.password).toBe('first-secret');
  });

  it.each([
    ['posts', post],
    ['events', { title: 'Of an editor', start_date: '2031-06-10T19:30', end_date: '2031-06-10T22:00' }],
    ['venues', { venue: 'Of an editor' }],
    ['organizers', { organizer: 'Of an editor' }],
  ])('are shown to nobody who may not edit the record, and restored by none of them: %s', async (view, members) => {
    const form = await saved('editor', view, { ...members, status: 'draft' });
    const before = await saved('editor', view, { ...form, website: 'https://second.test/', title: 'Second' });
    const sent = { id: form.id ?? '', action: 'bring-back', version: '1' };
    for (const role of ['author', 'contributor', 'subscriber']) {
      for (const action of ['versions', 'bring-back&version=1']) {
        const { status, text } = await browserAs(role).show(`${view}?id=${form.id}&action=${action}`);
        expect([role, status, /Second|second\.test/.test(text)]).toEqual([role, 403, false]);
      }
      const { status } = await browserAs(role).send(view, sent);
      expect([role, status]).toEqual([role, role === 'subscriber' ? 403 : 404]);
    }
    const { etag: _, ...after } = formIn((await browserAs('administrator').show(`${view}?id=${form.id}`)).text);
    expect(before).toMatchObject(after);
    expect((await browserAs('editor').send(view, sent)).status).toBe(200);
  });

  it('are hidden from users who may only write drafts once the record was published', async () => {
    const form = await saved('contributor', 'posts', { ...post, status: 'pending' });
    expect((await browserAs('contributor').show(`posts?id=${form.id}&action=versions`)).status).toBe(200);
    await saved('editor', 'posts', { ...form, status: 'publish' });
    expect((await browserAs('contributor').show(`posts?id=${form.id}&action=versions`)).status).toBe(403);
    const sent = { id: form.id ?? '', action: 'bring-back', version: '1' };
    expect((await browserAs('contributor').send('posts', sent)).status).toBe(404);
  });

  it('leave out deleted references, and say so', async () => {
    const { body: category } = await rest('editor', 'POST', '/core/v2/categories', { name: 'Gone' });
    const form = await saved('editor', 'posts', { ...post, 'categories[]': String(category.id) });
    await saved('editor', 'posts', { ...form, title: 'Other' });
    await rest('editor', 'DELETE', `/core/v2/categories/${category.id}?force=true`);
    const { text } = await browserAs('editor').send('posts', { id: form.id ?? '', action: 'bring-back', version: '1' });
    expect(text).toContain(`<code>category ${category.id}</code>`);
    expect(formIn(text).title).toBe('Harbour');
  });

  it.each(['0', '99', 'constructor'])('cannot be restored if they never existed: %s', async (version) => {
    const { id = '' } = await saved('editor', 'posts', post);
    const { status, text } = await browserAs('editor').send('posts', { id, action: 'bring-back', version });
    expect([status, text.includes('role="alert"')]).toEqual([400, true]);
  });

  it('open no history of operators', async () => {
    const { id = '' } = await saved('editor', 'posts', post);
    expect((await rest('editor', 'GET', `/ops/v1/history/post/${id}`)).status).toBe(403);
    expect((await rest('editor', 'POST', `/ops/v1/history/post/${id}/restore`, { version: 1 })).status).toBe(403);
  });
});
