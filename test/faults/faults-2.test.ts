import { judgeFaults } from './judge-faults.js'

judgeFaults(1, 2)
