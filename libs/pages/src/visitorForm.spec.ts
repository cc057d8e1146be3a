import { formField, sentText, trapField } from './visitorForm.ts';

const field = {
  ...{ form: 'letter', name: 'first_line', label: 'First <line>', isRequired: true, maxLength: 9, value: '"a"' },
  ...{ input: { type: 'text', autocomplete: 'off' }, fault: undefined, hint: undefined },
};

describe('a field of a form for visitors', () => {
  it('has a label and keeps what was typed', () => {
    expect(formField(field).toString()).toBe(`<p><label for="letter-first-line">First &lt;line&gt;</label>
<input id="letter-first-line" name="first_line" type="text" autocomplete="off" maxlength="9" value="&quot;a&quot;" required></p>
`);
  });

  it('is tied to its fault and its hint', () => {
    const html = formField({ ...field, fault: 'Too long.', hint: 'Short.' }).toString();
    expect(html).toContain('aria-invalid="true" aria-describedby="letter-first-line-fault letter-first-line-hint"');
    expect(html).toContain('<strong class="fault" id="letter-first-line-fault">Too long.</strong>');
    expect(html).toContain('<span class="soft" id="letter-first-line-hint">Short.</span>');
  });

  it('has several lines without a type of input', () => {
    const html = formField({ ...field, input: undefined, maxLength: undefined, value: 'a\nb' }).toString();
    expect(html).toContain(
      '<textarea id="letter-first-line" name="first_line" rows="8" dir="auto" required>\na\nb</textarea>',
    );
  });

  it('is not announced if people do not see it', () => {
    expect(trapField('letter', 'Leave it empty').toString()).toContain('aria-hidden="true"');
  });

  it.each([
    [' a ', 'a'],
    [7, ''],
    [undefined, ''],
    [['a'], ''],
  ])('sends %j as the text %j', (value, text) => {
    expect(sentText(value)).toBe(text);
  });
});
