import { useRoute } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import { nextTick, onMounted, watch } from 'vue'

/** The default theme, with diagrams drawn where a page has them. */
export default {
  extends: DefaultTheme,
  setup() {
    const route = useRoute()
    const draw = async () => {
      await nextTick()
      if (!document.querySelector('pre.mermaid')) return
      const { default: mermaid } = await import('mermaid')
      mermaid.initialize({ startOnLoad: false })
      await mermaid.run({ querySelector: 'pre.mermaid' })
    }
    onMounted(draw)
    watch(() => route.path, draw)
  },
}
