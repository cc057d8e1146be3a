import type { Page } from 'playwright-core';

const HILLS =
  '<path d="M0 540Q300 360 620 520T1200 450V800H0Z" fill="{mid}"/><path d="M0 660Q400 540 760 650T1200 600V800H0Z" fill="{near}"/>';
const SEA =
  '<rect y="470" width="1200" height="330" fill="{mid}"/><path d="M0 610Q150 590 300 610T600 610T900 610T1200 610V800H0Z" fill="{near}"/><path d="M560 470h170l-35 45H600ZM640 300v160h-95ZM655 340v120h70Z" fill="#fffaf0"/>';
const TOWN =
  '<path d="M0 520h120v-110h90v60h110V300h40l30-70 30 70h40v170h120v-90h140v120h110V360h130v130h90v-70h150V800H0Z" fill="{mid}"/><path d="M0 650Q300 590 600 650T1200 630V800H0Z" fill="{near}"/>';
const TREES =
  '<path d="M0 560Q600 460 1200 560V800H0Z" fill="{mid}"/><path d="M180 640l90-260 90 260ZM420 660l110-330 110 330ZM760 650l80-240 80 240ZM960 670l100-290 100 290Z" fill="{near}"/><path d="M0 690Q600 610 1200 690V800H0Z" fill="{near}"/>';

/** Scenes by the name of their file, each in its colours. */
const SCENES = {
  'river-hills': [HILLS, 205],
  'harbour-boat': [SEA, 190],
  'town-skyline': [TOWN, 250],
  'pine-trees': [TREES, 140],
  'evening-hills': [HILLS, 20],
  'evening-town': [TOWN, 345],
} as const;

export type Scene = keyof typeof SCENES;

export const scenes: readonly Scene[] = Object.keys(SCENES).filter((name): name is Scene => name in SCENES);

/** Draws a picture in the browser: core's process reads no SVG. */
const draw = async (page: Page, svg: string, { width, height }: { width: number; height: number }) => {
  await page.setViewportSize({ width, height });
  await page.setContent(`<body style="margin:0">${svg}`);
  return Buffer.from(await page.screenshot({ type: 'jpeg', quality: 80 }));
};

/** Draws a scene as a JPEG file. */
export const drawScene = (page: Page, name: Scene): Promise<Buffer<ArrayBuffer>> => {
  const [shapes, hue] = SCENES[name];
  const drawn = shapes.replaceAll('{mid}', `hsl(${hue} 34% 40%)`).replaceAll('{near}', `hsl(${hue + 10} 42% 24%)`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" style="display:block">
<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${hue} 58% 52%)"/><stop offset="1" stop-color="hsl(${hue + 35} 75% 86%)"/></linearGradient></defs>
<rect width="1200" height="800" fill="url(#sky)"/><circle cx="880" cy="230" r="80" fill="hsl(${hue + 50} 90% 92%)"/>${drawn}</svg>`;
  return draw(page, svg, { width: 1_200, height: 800 });
};

/** Draws the logo of the town, a JPEG file. */
export const drawLogo = (page: Page): Promise<Buffer<ArrayBuffer>> =>
  draw(
    page,
    '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160" style="display:block"><rect width="160" height="160" fill="#0b4f9e"/><path d="M14 92q22-20 44 0t44 0 44 0v22q-22 20-44 0t-44 0-44 0Z" fill="#fff"/><path d="M80 24l30 52H50Z" fill="#8ec5ff"/></svg>',
    { width: 160, height: 160 },
  );
