// tinygltf as graze uses it: the JSON of a glTF file as tables, nothing else. No files, no images.
#pragma once

// A name of its own, so that a program with another tinygltf in it can link to graze.
#define tinygltf graze_tinygltf
#define TINYGLTF_NO_FS
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#include <tiny_gltf.h>
