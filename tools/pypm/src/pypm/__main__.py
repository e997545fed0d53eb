import sys

from pypm.command import main

sys.exit(main())
