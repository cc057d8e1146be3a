import { html, joined, trusted } from './html.ts';

describe('the template of HTML', () => {
  it('escapes inserted values, in elements and attributes', () => {
    const hostile = `<script>"it's" & more`;
    expect(html`<a href="${hostile}">${hostile}</a>`.text).toBe(
      '<a href="&lt;script&gt;&quot;it&#39;s&quot; &amp; more">&lt;script&gt;&quot;it&#39;s&quot; &amp; more</a>',
    );
  });

  it('keeps values that are already HTML, at every depth', () => {
    const inner = html`<b>${'<'}</b>`;
    expect(html`<p>${[inner, trusted('<i>'), ['&', 7]]}</p>`.text).toBe('<p><b>&lt;</b><i>&amp;7</p>');
  });

  it('shows nothing for missing values', () => {
    expect(html`[${undefined}${null}${false}${''}${0}]`.text).toBe('[0]');
  });

  it('joins pieces', () => {
    expect(joined(['a', html`<b>b</b>`], ', ').text).toBe('a, <b>b</b>');
  });
});
