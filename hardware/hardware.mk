# Hardware targets; the top Makefile includes this file. All tools are of Debian 12 and PyPI.
#
#   make hardware-light   board files, tables, wiring text, Wokwi diagrams: standard library only
#   make hardware-check   electrical rules, and that the light outputs are up to date
#   make hardware         everything anew into build/hardware, and compared with what is committed
#   make hardware-update  everything anew into hardware/, to be committed

.PHONY: hardware hardware-light hardware-check hardware-update hardware-apt

HW_OUT := build/hardware
HW_PY := build/hwenv/bin/python
HW_APT := kicad kicad-footprints xvfb xauth graphviz librsvg2-bin fonts-dejavu-core libgl1
# pcbnew belongs to Debian's own Python, whatever python3 is first in PATH.
HW_KICAD_PY := /usr/bin/python3
HW_X := xvfb-run -a
HW_RUN = cd hardware && PYTHONPATH=. PYTHONHASHSEED=0

hardware-light: ## write the hardware outputs that need no tools (from hardware/hub.toml)
	$(HW_RUN) python3 -m hw.generate

hardware-check: ## check hardware/hub.toml against the electrical rules
	$(HW_RUN) python3 -m hw.check
	$(HW_RUN) python3 -m hw.generate --check

hardware-apt:
	@missing=""; for p in $(HW_APT); do \
	  dpkg -s $$p >/dev/null 2>&1 || missing="$$missing $$p"; done; \
	if [ -n "$$missing" ]; then \
	  echo "make hardware needs Debian packages; install them with:"; \
	  echo "  sudo apt-get install --no-install-recommends$$missing"; exit 1; fi

build/hwenv/.done: hardware/requirements.txt
	python3 -m venv build/hwenv
	$(HW_PY) -m pip install -q -r hardware/requirements.txt
	touch $@

# One recipe for both: everything into the folder $(1), given as an absolute path.
define HW_BUILD
$(HW_RUN) ../$(HW_PY) -m hw.draw $(1)
$(HW_RUN) $(HW_X) $(HW_KICAD_PY) -m hw.pcb $(1)/pcb
$(HW_RUN) timeout 300 $(HW_X) $(HW_KICAD_PY) -m hw.pcb_out $(1)/pcb
$(HW_RUN) ../$(HW_PY) -m hw.pcb_read $(1)/pcb
$(HW_RUN) ../$(HW_PY) -m hw.case.build $(1)/case
$(HW_RUN) ../$(HW_PY) -m hw.case.check $(1)/case
$(HW_RUN) $(HW_X) ../$(HW_PY) -m hw.case.render $(1)/case $(1)/case
$(HW_RUN) ../$(HW_PY) -m hw.card $(1)/card
endef

hardware: hardware-apt hardware-check build/hwenv/.done ## regenerate all hardware, compare (heavy)
	rm -rf $(HW_OUT)
	mkdir -p $(HW_OUT)
	$(call HW_BUILD,$(CURDIR)/$(HW_OUT))
	$(HW_RUN) ../$(HW_PY) -m hw.compare $(CURDIR)/$(HW_OUT)
	PYTHONPATH=hardware $(HW_PY) -m pytest -q -p no:cacheprovider tests/hardware

hardware-update: hardware-apt hardware-light build/hwenv/.done ## regenerate all hardware in place
	$(call HW_BUILD,$(CURDIR)/hardware)
	$(HW_RUN) python3 -m hw.generate  # the guide lists the parts that were just made
