import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import starlightLinksValidator from 'starlight-links-validator';

const group = (label, directory, collapsed = true) => ({ label, collapsed, items: [{ autogenerate: { directory } }] });

export default defineConfig({
  outDir: 'built',
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: 'Almanac',
      credits: false,
      plugins: [starlightLinksValidator()],
      sidebar: [
        group('Start', 'docs/start', false),
        {
          label: 'Run and build',
          items: [
            'tour',
            'architecture',
            'operations',
            'security',
            'moving',
            'teams',
            'releasing',
            'adding-a-service',
          ].map((page) => `docs/${page}`),
        },
        group('Interface', 'docs/interface'),
        group('Decisions', 'docs/adr'),
        {
          label: 'Parts',
          collapsed: true,
          items: ['infra', 'gateway', 'services', 'libs', 'e2e'].map((directory) => ({ autogenerate: { directory } })),
        },
      ],
    }),
  ],
});
