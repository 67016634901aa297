/**
 * Security headers of every page of the bank.
 *
 * @module
 */
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * Pages that run no script, load nothing from elsewhere and are shown in no frame. There is no `form-action` by
 * default: browsers apply it to redirects too, and a consent form ends at the TPP's address. Other pages can set one.
 */
export async function securePages(
  app: FastifyInstance,
  publicUrl: string,
  ofForms: { readonly formAction?: readonly string[] } = {},
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        ...(ofForms.formAction && { formAction: [...ofForms.formAction] }),
      },
    },
    strictTransportSecurity: publicUrl.startsWith('https:'),
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  })
}
