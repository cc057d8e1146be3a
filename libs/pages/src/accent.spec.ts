import { defaultSettings } from '@almanac/contracts';
import fc from 'fast-check';
import { accentAttribute, accentColours, contrastOf } from './accent.ts';
import { STYLE } from './style.ts';

/** Returns a colour of a scheme in the stylesheet. */
const token = (name: string, scheme: 'light' | 'dark'): string => {
  const at = scheme === 'light' ? 0 : STYLE.indexOf('prefers-color-scheme:dark');
  return (
    new RegExp(`--${name}:(#[\\da-f]+)`).exec(STYLE.slice(at))?.[1]?.replace(/^#(\w)(\w)(\w)$/, '#$1$1$2$2$3$3') ?? ''
  );
};

const colours = fc.integer({ min: 0, max: 0xffffff }).map((colour) => `#${colour.toString(16).padStart(6, '0')}`);

describe('the colours of a site', () => {
  it('keep every text readable, whatever the accent colour', () => {
    fc.assert(
      fc.property(colours, (accent) => {
        const chosen = accentColours(accent);
        for (const scheme of ['light', 'dark'] as const) {
          const { link, tint } = chosen[scheme];
          const pairs = [
            [link, token('ground', scheme)],
            [link, token('raised', scheme)],
            [token('ink', scheme), tint],
            [token('soft', scheme), tint],
          ] as const;
          for (const [text, background] of pairs) expect(contrastOf(text, background)).toBeGreaterThanOrEqual(4.5);
        }
      }),
    );
  });

  it('leave a readable accent colour as it is', () => {
    expect(accentColours('#8a2f0a').light.link).toBe('#8a2f0a');
    expect(accentColours('#ffd400').dark.link).toBe('#ffd400');
    expect(accentColours('#ffd400').light.link).not.toBe('#ffd400');
  });

  it('are those of the stylesheet for the default accent colour', () => {
    expect(accentAttribute(defaultSettings)).toBe(false);
    expect(STYLE).toContain(`--link-light,${defaultSettings.accent_color}`);
  });

  it('have the contrast of WCAG 2.2', () => {
    expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21, 5);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});
